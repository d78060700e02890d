/**
 * Writes contract/src/letter-pairs.ts: which letters stand before and after each accented letter of a language. The words come
 * from the names of countries, languages and currencies that Node carries (CLDR, Unicode License v3), and from the list below.
 */
import { writeFileSync } from 'node:fs'

const more = {
  it: 'perché città società qualità attività università unità caffè è più può però già giù così lunedì martedì forlì cefalù perù novità libertà carità specialità pubblicità lunghezza né poiché affinché cantù nicolò mondovì niccolò proprietà comunità disponibilità quantità là sì dì tè metà età civiltà ciò farà sarà verrà tivù menù ragù gioventù virtù',
  de: 'müller jäger schäfer größe straße gmbh für münchen köln düsseldorf nürnberg österreich zürich bäckerei gebäude möbel geräte schönau weiß groß grün schlüssel schüler büro früher über wählen kühn krämer böhm hübner körner lübeck würzburg göttingen tübingen fürth grüße höhe länge stück zubehör verfügbar menü gehäuse kühlschrank prüfung lösung wärme käse öl förster löwe götz schröder könig groß meißner strauß preußen gießen ärzte äpfel übung ältere bögen käthe günther jürgen jörg björn andré rené café',
  fr: 'société général générale française français qualité équipement électricité café hôtel château forêt île maître élève père mère frère très après près où là à déjà ça garçon leçon reçu noël naïf maïs coût août goût sûr créé fenêtre être tête bête pêche thérèse françois rené andré hélène jérôme benoît gérard stéphane cécile zoé besançon orléans nîmes saint-étienne liège numéro prénom référence quantité unité désignation modèle câble élément école études été œuvre cœur sœur bœuf',
  es: 'españa señor señora niño año compañía coruña muñoz peña núñez ibáñez garcía lópez martínez pérez rodríguez gonzález hernández sánchez ramírez díaz gómez jiménez álvarez josé maría andrés jesús ángel óscar málaga córdoba cádiz león ávila almería número teléfono código artículo descripción dirección razón categoría electrónica informática gestión público pública también más según después así aquí está están sí él ésta último única pingüino cigüeña tamaño diseño mañana pequeño ingeniería servicios técnico técnica catálogo óptica ítem éxito único',
  pt: 'são joão josé gonçalves conceição informação comunicação serviços preço praça graça coração não mãe pão então você três português inglês código número telefone endereço descrição razão açúcar ação função produção lisboa évora setúbal coimbra guimarães bragança magalhães simões luís antónio álvaro mário até é há à às água câmara ciência índice ótimo último',
  sv: 'göteborg malmö västerås örebro linköping jönköping umeå luleå borås västra östra åkesson öberg sjöberg nyström björk lindström företag företagsnamn kött gräs mäklare åre bäck ålesund på från för är',
  da: 'københavn århus ålborg sønderborg søren jørgensen sørensen mønster grønland færøerne på år størrelse køb sælger når små blå ærø østergade bækken kær høj',
  nb: 'tromsø bodø ålesund bærum sør-trøndelag bjørn kjøp størrelse på når må små blå ås ørland æresmedlem brønnøysund råd',
  fi: 'jyväskylä hämeenlinna mikkeli yhtiö äänekoski mäkinen hämäläinen lähde keskipäivä ylöjärvi määrä hyvä yötyö pöytä',
  is: 'reykjavík ísland kópavogur þór guðmundur jón sigurður stærð vörur fjörður',
  nl: 'ruïne coördinatie financiële italië belgië geïntegreerd één café brasserieën',
  en: 'café résumé naïve fiancé protégé cliché déjà façade',
  pl: 'łódź kraków gdańsk poznań wrocław spółka zażółć gęślą jaźń usługi usług książka zamówienie ilość wartość cena złoty mężczyzna święto śląsk ślusarz żółty źródło ćma część południowy główny kościół wójcik kowalczyk dąbrowski wiśniewski zieliński woźniak kozłowski jabłoński krawczyk piotrowski grabowski nowakowski pawłowski michałowicz sąd są będzie',
  cs: 'příbram plzeň ústí české budějovice hradec králové žďár společnost zboží množství číslo název dvořák novák svoboda černý procházka kučera veselý horák němec růžička fiala sedláček doležal zeman kolář navrátil čermák vaněk říha středa žlutý kůň dům měsíc něco děti ještě příliš žluťoučký úpěl ďábelské ódy',
  sk: 'košice žilina prešov ružomberok spoločnosť množstvo číslo názov kováč horváth balážová ľubomír šťastný vŕba stĺp mäso kôň dĺžka ďakujem zákazník',
  hu: 'győr székesfehérvár pécs debrecen nyíregyháza kecskemét szombathely kovács szabó tóth horváth németh farkas balogh papp molnár takács juhász lakatos mészáros oláh szűcs gál fehér vásárlás megrendelés mennyiség érték összeg szállítás termék név cím körút utca út fő tér üzlet árvíztűrő tükörfúrógép könyv idő nő hétfő',
  hr: 'društvo količina šifra čačak šibenik horvat kovačević babić marić novak jurić kovačić vuković knežević marković petrović božić đurđević šarić ćosić žagar željko đakovo međimurje račun kuća nađi',
  sl: 'žalec škofja loka kočevje črnomelj količina šifra račun naročilo kovač krajnc zupančič hočevar košir žagar čas šola več',
  ro: 'şi ţară bucureşti braşov timişoara iaşi constanţa piteşti bacău botoşani societate preţ cantitate română ştefan ţurcanu împreună când în să către după fără',
  tr: 'şirket ürün müşteri istanbul ığdır diyarbakır çanakkale kütahya nevşehir muş yılmaz şahin öztürk özdemir doğan çelik kılıç aydın arslan koç güneş şimşek yıldız yıldırım eğitim sağlık bölge değer sayı adı açıklama için göre güzel büyük küçük ağaç dağ kış yağmur ısı iş öğrenci üç altı',
}

const counts = (language) => {
  const found = {}
  const add = (word, weight) => {
    const letters = ['^', ...word.toLocaleLowerCase(language), '$']
    for (let at = 1; at < letters.length - 1; at += 1) {
      const letter = letters[at]
      if (letter < '\u0080') continue
      found[letter] ??= { all: 0, before: {}, after: {} }
      found[letter].all += weight
      found[letter].before[letters[at - 1]] = (found[letter].before[letters[at - 1]] ?? 0) + weight
      found[letter].after[letters[at + 1]] = (found[letter].after[letters[at + 1]] ?? 0) + weight
    }
  }
  const alphabet = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = {
    region: alphabet.flatMap((one) => alphabet.map((two) => (one + two).toUpperCase())),
    language: alphabet.flatMap((one) => alphabet.map((two) => one + two)),
    currency: Intl.supportedValuesOf('currency'),
  }
  for (const [type, list] of Object.entries(codes)) {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' })
    for (const code of list)
      for (const word of names
        .of(code)
        ?.normalize('NFC')
        .match(/\p{L}+/gu) ?? [])
        add(word, 1)
  }
  for (const word of more[language].match(/\p{L}+/gu)) add(word, 3)
  // The signs below the s and t of Romanian are commas today and were cedillas in Windows-1250.
  return found
}

const enough = (of) =>
  Object.keys(of)
    .filter((letter) => of[letter] > 1)
    .sort()
    .join('')
const lines = Object.keys(more).map((language) => {
  const found = counts(language)
  const all = Object.values(found).reduce((sum, { all }) => sum + all, 0)
  const letters = Object.keys(found)
    .filter((letter) => found[letter].all / all > 0.003 && found[letter].all > 2)
    .sort()
  const text = letters
    .map((letter) => `${letter}${enough(found[letter].before)}/${enough(found[letter].after)}`)
    .join(' ')
  return `  ${language}: '${text}',`
})
writeFileSync(
  new URL('../contract/src/letter-pairs.ts', import.meta.url),
  `/**
 * The accented letters of each language, each with the letters that stand before it (\`^\`: it begins a word), a slash, and those
 * that stand after it (\`$\`: it ends one). Written by \`node scripts/letter-pairs.mjs\`.
 */
// biome-ignore format: one line a language
export const letterPairs: Record<string, string> = {
${lines.join('\n')}
}
`,
)
