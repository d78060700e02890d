/**
 * Words of company names that do not tell two companies apart: legal forms, their spelled-out names, and abbreviations.
 * Everything is written as `wordsOf` of company-name.ts reads it: lower case, without accents, initials joined ("s.r.l."
 * is `srl`), `ae`, `oe` and `ue` as `a`, `o` and `u`, and after `abbreviations` below were applied.
 */

/** Forms that stand at the end of a name. A name can end in several: "GmbH & Co. KG". */
const atTheEnd = `
  srl|srls|srlu|spa|sapa|snc|sas|ss|scarl|scrl|scpa|scs|arl|sarl|coop|soc coop|soc coop sociale|soc coop arl|soc coop agricola
  coop sociale|soc arl|soc responsabilita limitata|soc a responsabilita limitata|soc a responsabilita limitata semplificata
  soc per azioni|soc in accomandita semplice|soc in nome collettivo|soc semplice|soc semplice agricola|ss agricola|soc agricola
  onlus|ets|asd|ssd|aps|odv|unipersonale|uninominale|con socio unico|socio unico|a socio unico|soc unipersonale
  in liquidazione|in breve|soc benefit|sb|soc consortile|soc consortile arl|soc cons arl|soc tra professionisti|stp
  c|csnc|csas|cspa|csrl|csapa|co|cokg|co kg|gmbh|ggmbh|mbh|gesmbh|ges mbh|gesellschaft mbh|gesellschaft mit beschrankter haftung
  gemeinnutzige gmbh|gemeinnutzige|haftungsbeschrankt|ug|ug haftungsbeschrankt|unternehmergesellschaft|ag|aktiengesellschaft|kg|keg|og|ohg|oeg|gbr
  kgaa|kg aa|ek|ekfm|ekfr|e kfm|e kfr|eingetragener kaufmann|eg|ev|partg|partg mbb|partgmbb|mbb|partnerschaft|se|kommanditgesellschaft
  offene handelsgesellschaft|gesellschaft burgerlichen rechts|eingetragener verein|eingetragene genossenschaft|genossenschaft
  sa|sasu|eurl|earl|gaec|gie|scp|sci|scm|scop|sca|scea|sel|selarl|selas|selasu|snc|ei|eirl|ste civile|soc anonyme|soc cooperative
  soc par actions simplifiee|soc par actions simplifiee unipersonnelle|soc a responsabilite limitee|soc en nom collectif
  sl|slu|slp|sll|slne|sal|sau|sc|cb|scl|sccl|scoop|st coop|st coop v|st coop and|st coop mad|soc limitada|soc anonima|soc limitada unipersonal
  soc limitada profesional|soc limitada laboral|soc anonima unipersonal|soc anonima laboral|comunidad de bienes|unipersonal|sociedad cooperativa
  bv|nv|vof|cv|ua|bvba|sprl|srl|cvba|asbl|vzw|besloten vennootschap|naamloze vennootschap|vennootschap onder firma
  commanditaire vennootschap|maatschap
  ab|aktiebolag|publ|hb|handelsbolag|kb|kommanditbolag|ek for|ekonomisk forening|enskild firma|ef|oy|oyj|ab oy|oy ab|osakeyhtio|ky|tmi
  a s|as|asa|aps|ivs|ans|enk|ks|i s|is|amba|aktieselskab|anpartsselskab|aksjeselskap|ehf|hf
  spzoo|sp zoo|sp z oo|spolka z oo|spolka zoo|spolka z ograniczona odpowiedzialnoscia|sp j|spj|sp jawna|spolka jawna|sp k|spk|spolka komandytowa
  ska|psa|spolka akcyjna|spolka cywilna|spolka komandytowo akcyjna|prosta spolka akcyjna
  sro|spol sro|spol s ro|spolecnost s rucenim omezenym|akciova spolecnost|vos|ks|doo|dd|ood|eood|ad|kft|bt|zrt|nyrt|rt|uab|sia|ou|pfa
  sagl|sarl|ltd|limited|ltda|lda|limitada|unipessoal|unipessoal lda|plc|llp|llc|lp|inc|incorporated|corp|corporation|pc|pllc|cic|cio|dac
  public limited|limited liability|professional corporation|pty|pty ltd|pte|pvt|gp|na|ae|epe|ike|oe|mepe|as ticaret
`
/** Forms that stand at the beginning of a name, in every country. */
const atTheBeginning = `
  soc agricola|soc coop|soc coop sociale|soc coop agricola|coop sociale|coop|soc a responsabilita limitata|soc per azioni|soc anonyme|soc cooperative
  soc semplice agricola|ditta|ditta individuale|impresa individuale|azienda agricola|firma|fa|stichting|maatschap|vof|spolka|ekonomisk forening|ass asd|asd|the
`
/** Forms that stand at the beginning in some countries, and belong to the name in others ("SAS Institute"). */
const atTheBeginningIn: Readonly<Record<string, string>> = {
  FR: 'sarl|sas|sasu|sa|eurl|earl|gaec|sci|scp|scea|selarl|snc|gie|scop',
  BE: 'sprl|bvba|srl|bv|nv|sa|asbl|vzw',
  CH: 'sarl|sagl|sa',
  LU: 'sarl|sa',
  SE: 'ab|hb|kb',
  FI: 'oy|ab|oyj',
  NL: 'bv|nv|cooperatie',
  RO: 'sc|sa',
  DK: 'as|aps',
}

/** One spelling for words that are often abbreviated or said in another form. */
const spellings: Readonly<Record<string, string>> = {
  soc: 'societa societe sociedad society societat societatea',
  coop: 'cooperativa cooperative cooperatie cooperatief kooperative kooperativa',
  coope: 'cooperatieve',
  fratelli: 'flli',
  bros: 'brothers brother',
  gebr: 'gebruder gebroeders gebroder',
  hermanos: 'hnos hermano',
  irmaos: 'irm',
  sohn: 'sohne',
  co: 'company compagnie compagnia compania companhia cie cia comp',
  corp: 'corporation',
  st: 'saint sainte san santa santo sant sankt sint sto sta',
  off: 'officine officina',
  ind: 'industrie industria industries industry industrial industriale industriali industrias',
  mfg: 'manufacturing manufacturers',
  intl: 'international internazionale internazionali internacional internationale int',
  tech: 'technology technologies tecnologia tecnologie tecnologias technologie technologien technologia',
  svc: 'svcs service services',
  servizi: 'serv servizio',
  sys: 'system systems systeme',
  sistemi: 'sist sistema',
  eng: 'engineering engineers',
  ing: 'ingegneria ingenieria ingenierie',
  lab: 'labs laboratory laboratories laboratori laboratorio laboratoires laboratoire',
  ass: 'associati associates associes associazione assoc asociados asociacion association associate',
  agricola: 'agr agricole',
  ets: 'etablissements etablissement etabl',
  ent: 'entreprise entreprises',
  elettr: 'elettrica elettriche elettrici',
  cons: 'consorzio',
  dept: 'department',
  univ: 'university universita universite universitat universidad',
  mgmt: 'management',
  natl: 'national',
  assn: 'assns',
  ctr: 'centre center centro',
  dist: 'distribution distributors',
  consult: 'consulting consultants',
  soln: 'solution solutions',
  bldg: 'building',
  constr: 'construction constructions',
  costr: 'costruzioni costruzione',
  construcc: 'construcciones construccion',
  transp: 'transports transport',
  trasp: 'trasporti trasporto',
  verw: 'verwaltung verwaltungs verwaltungsgesellschaft',
  bet: 'beteiligung beteiligungs',
}

/** Words of titles that are left out of a name. */
export const titles = new Set('dr ing dott dottssa prof avv arch geom rag phd dipl'.split(' '))

/** The words for "and". */
export const connectors = new Set('and e ed und et y en och og i'.split(' '))

/** The words for a country, left out at the end of a name of a company of that country: "Siemens Italia". */
export const countryWords: Readonly<Record<string, readonly string[]>> = {
  IT: ['italia', 'italy'],
  DE: ['deutschland', 'germany'],
  FR: ['france'],
  ES: ['espana', 'spain'],
  PT: ['portugal'],
  NL: ['nederland', 'netherlands'],
  BE: ['belgium', 'belgie', 'belgique', 'belux'],
  SE: ['sverige', 'sweden'],
  DK: ['danmark', 'denmark'],
  NO: ['norge', 'norway'],
  FI: ['suomi', 'finland'],
  GB: ['uk', 'gb', 'britain'],
  IE: ['ireland'],
  US: ['usa', 'us', 'america'],
  PL: ['polska', 'poland'],
  CH: ['schweiz', 'suisse', 'svizzera', 'switzerland'],
  AT: ['osterreich', 'austria'],
  CZ: ['czech', 'cesko'],
  RO: ['romania'],
}

const lines = (text: string): string[] =>
  text
    .trim()
    .split(/\s*[|\n]\s*/)
    .map((form) => form.trim())
const phrases = (text: string): string[] => [...new Set(lines(text))]

/** The most words that a form has. */
export const longestForm = Math.max(...phrases(atTheEnd).map((form) => form.split(' ').length))
export const formsAtTheEnd: ReadonlySet<string> = new Set(phrases(atTheEnd))
const everywhere = phrases(atTheBeginning)
const byCountry = new Map(
  Object.entries(atTheBeginningIn).map(([country, forms]) => [country, new Set([...everywhere, ...phrases(forms)])]),
)
const elsewhere: ReadonlySet<string> = new Set(everywhere)
export const formsAtTheBeginning = (countryCode: string): ReadonlySet<string> => byCountry.get(countryCode) ?? elsewhere

export const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([short, words]) =>
    words.split(' ').map((word): [string, string] => [word, short]),
  ),
)
