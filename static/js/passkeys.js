// Asks the browser for a passkey, or for a new one, and sends its answer with the form. Without it the form stays hidden.
(() => {
  const form = document.querySelector("[data-passkey]");
  if (!form || !window.PublicKeyCredential) return;
  const options = JSON.parse(document.getElementById("passkey-options").textContent);
  const button = form.querySelector("button");
  const problem = form.querySelector("[role=alert]");

  const bytes = (text) => {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const withBytes = (credentials) => (credentials || []).map((each) => ({ ...each, id: bytes(each.id) }));

  const create = async ({ publicKey }) => {
    const made = await navigator.credentials.create({
      publicKey: {
        ...publicKey,
        challenge: bytes(publicKey.challenge),
        user: { ...publicKey.user, id: bytes(publicKey.user.id) },
        excludeCredentials: withBytes(publicKey.excludeCredentials),
      },
    });
    const { clientDataJSON, attestationObject } = made.response;
    return [made, { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) }];
  };

  const get = async ({ publicKey }) => {
    const found = await navigator.credentials.get({
      publicKey: {
        ...publicKey,
        challenge: bytes(publicKey.challenge),
        allowCredentials: withBytes(publicKey.allowCredentials),
      },
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
    const said = { clientDataJSON, authenticatorData, signature };
    const response = Object.fromEntries(Object.entries(said).map(([name, buffer]) => [name, text(buffer)]));
    return [found, { ...response, userHandle: userHandle ? text(userHandle) : null }];
  };

  button.addEventListener("click", async () => {
    problem.hidden = true;
    try {
      const isNew = form.dataset.passkey === "create";
      const [credential, response] = await (isNew ? create : get)(options[isNew ? "creation_options" : "request_options"]);
      const clientExtensionResults = credential.getClientExtensionResults();
      const sent = { id: credential.id, rawId: text(credential.rawId), type: credential.type };
      form.elements.credential.value = JSON.stringify({ ...sent, response, clientExtensionResults });
      form.submit();
    } catch {
      problem.hidden = false; // declined, timed out, or no passkey of this site
    }
  });

  form.hidden = false;
  document.querySelector("[data-no-passkeys]")?.remove();
})();
