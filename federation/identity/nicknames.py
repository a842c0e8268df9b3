"""Short and other forms of first names in Dutch, French, German and English. Pure."""

# One name a line, each with the forms that people use for it; folded as in `names.folded`.
_GROUPS = """
adrianus adriaan adrien adrian adriano adri ad arie
albertus albert bert bertje al
alexander alexandre alex sander alexis xander sascha
alphonse alfons fons al
andreas andre andrew andries andy dries
anna anne anneke annie ann anja annick
anthonius anthony antonius antoine anton antoon toon tony ton toni
augustinus augustin august auguste guust gust
bartholomeus bartholome bart
benjamin ben benny
bernardus bernard bernhard bernd ben
cecilia cecile celine
christiaan christian christophe christopher christoph kristof chris kris christ
christina christine kristin tina chris kristel christel
cornelis cornelius kees cor nelis corneel
daniel dany danny dan daan
dominicus dominique dominik nick dom
eduard edouard edward eddy ed ted eddie ward
elisabeth elizabeth betty liz lisa els elsje liesbeth lies elly bettina sissi beth
emanuel emmanuel manuel manu
ferdinand ferdi nand fernand
franciscus francois frans franz frank francis frankie
frederik frederic friedrich frederick fred fritz freddy rik
gabriel gaby
gerardus gerard gerhard gert geert gerd gerrit
gilles gillis
guillaume wilhelmus wilhelm willem william wim willy will bill billy willi guy
gustaaf gustave gustav guus staf gust
helena helene helen leen ellen elena
hendrik henricus henri heinrich henry henk rik heinz harry heini
hubertus hubert bert huub
ignatius ignace nace
jacobus jacques jakob jacob jaak jaap james jack koos jim jimmy
jeroom jerome
joachim jochen jo
johannes johan jan jean johann john hans jo joannes hannes jack johnny jens
jonathan jon
jozef josef joseph jos jef joe sepp jupp joske
julius jules jul
karel karl charles carl carel charly charlie charlot karol
katharina catherine kathleen katrien kathy kate cathy karin trinette katja
klaas nicolaas nicolas nikolaus nicholas klaus nico niko nick nicky niels
laurentius laurent lorenz laurens lawrence lars renz larry
leonardus leonard leonhard leon leo
leopold leo pol
lodewijk louis ludwig lewis lowie lou wies ludo
lucas luc lukas luke
marcus marc mark markus
margaretha marguerite margaret margot greet griet grete peggy maggie gretel
maria marie mary marieke mia mieke marijke mitzi rita
martinus martin maarten marten tinus
mathias mathieu matthias matthew matthijs thijs matt mathijs matthieu mats tijs
maximilianus maximilian maxime maximilien max
michael michel michiel mike mick mikael micha michi
nathalie natalie natalia
norbertus norbert bert
olivier oliver olli
patrick patrice pat rick
paulus paul pol pauwel
petrus pieter pierre peter piet pete piotr pit pierrot
philippus philippe philipp philip filip phil flip
raphael rafael raf
raymond raimund ray mon
reinhard reinhart reiner rainer reinier
richard rik rick dick ricky richi
robertus robert rob bob bobby robby robin bert
rolandus roland roel roeland
rudolf rodolphe rudolph rudi rudy ruud rolf
samuel sam sammy
sebastianus sebastien sebastian bas seb basti bastien
stephanus stephane stefan steven stephen steve stephan etienne stef
susanna suzanne susan sus suzy susi
theodorus theodore theodor theo dirk ted
therese theresia theresa tess resi
thomas tom tommy
timotheus timothy timothee tim
ulrich uli ueli
valentinus valentin tijn
victor viktor vic
vincentius vincent vinzenz vince vin
walter wouter gauthier gautier walt
wolfgang wolf
xavier xaveer zavier
yves ives ivo
"""

_MEANS: dict[str, set[int]] = {}
for _place, _line in enumerate(_GROUPS.split("\n")):
    for _word in _line.split():
        _MEANS.setdefault(_word, set()).add(_place)
_FORMS = [frozenset(line.split()) for line in _GROUPS.split("\n")]


def forms_of(name: str) -> frozenset[str]:
    """Return all forms of a folded first name, without itself; none of a name that is not listed."""
    return frozenset().union(*(_FORMS[place] for place in _MEANS.get(name, ()))) - {name}


def are_forms_of_one_name(one: str, other: str) -> bool:
    """Return whether two folded first names are forms of one: ``bob`` and ``robert``."""
    return not _MEANS.get(one, set()).isdisjoint(_MEANS.get(other, set()))
