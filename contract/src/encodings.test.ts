import { expect, test } from 'vitest'
import {
  decoded,
  type Encoding,
  encodingOf,
  encodings,
  openDecoder,
  openEncodingSurvey,
  WrongLetters,
} from './encodings.ts'
import { encoded } from './testing/encoded.ts'

const bytes = (...of: (string | number)[]) =>
  new Uint8Array(of.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [part])))
const read = (content: Uint8Array) => {
  const { encoding } = encodingOf(content)
  return encoding === null ? null : decoded(content, encoding)
}

test('UTF-8 is read the same however it is cut into pieces', () => {
  const all = bytes('Caffè 日本 🍎')
  for (let at = 1; at < all.length; at += 1) {
    const survey = openEncodingSurvey()
    for (const piece of [all.slice(0, at), all.slice(at)]) survey.push(piece)
    expect(survey.end().encoding).toBe('utf-8')
    const decoder = openDecoder('utf-8')
    expect(decoder.push(all.slice(0, at)) + decoder.push(all.slice(at)) + decoder.end()).toBe('Caffè 日本 🍎')
  }
})

test('the encoding is found however the file is cut into pieces', () => {
  const all = bytes('n;m\nCaf', 0xe9, ';Forl', 0xec, '\nCitt', 0xe0, ';Per', 0xf9)
  for (let at = 1; at < all.length; at += 1) {
    const survey = openEncodingSurvey()
    for (const piece of [all.slice(0, at), all.slice(at)]) survey.push(piece)
    expect(survey.end().encoding).toBe('windows-1252')
  }
})

test('UTF-16 is recognised with its byte order mark and without', () => {
  for (const encoding of ['utf-16le', 'utf-16be'] as const)
    for (const text of ['sku\tCaffè\r\n', '\ufeffsku\tCaffè\r\n', 'コード\t日本\r\n'])
      expect(read(encoded(text, encoding) as Uint8Array)).toBe(text.replace('\ufeff', ''))
})

const lists: Record<string, string> = {
  Italian:
    'Codice;Ragione sociale;Città\r\n1;Società Però S.r.l.;Forlì\r\n2;Caffè Perù;Cefalù\r\n3;Qualità & Più;Cantù\r\n',
  German:
    'Nr.;Name;Straße\r\n1;Müller & Söhne;Bäckerstraße 5\r\n2;Größe GmbH;Königsallee 1\r\n3;Österreich Möbel;Grüner Weg\r\n',
  French: 'No;Société;Ville\r\n1;Électricité Générale;Besançon\r\n2;Hôtel du Château;Orléans\r\n3;Café Noël;Nîmes\r\n',
  Spanish:
    'Código;Compañía;Ciudad\r\n1;Muñoz e Hijos;La Coruña\r\n2;Peña Informática;Málaga\r\n3;García Pérez;León\r\n',
}
const western = ['windows-1252', 'windows-1254', 'macintosh', 'ibm850', 'ibm437'] as const

test.each(Object.keys(lists).flatMap((language) => western.map((encoding) => [language, encoding] as const)))(
  'a list in %s is read as it was written, in %s',
  (language, encoding) => {
    const text = lists[language] as string
    const content = encoded(text, encoding)
    // The code page 437 has few accented capitals: É is there, È is not.
    if (content === null) return
    expect(read(content)).toBe(text)
  },
)

test.each([
  ['Polish', 'Nr;Nazwa;Miasto\r\n1;Spółka Łąka;Łódź\r\n2;Usługi Śląskie;Gdańsk\r\n3;Źródło;Poznań\r\n', 'windows-1250'],
  [
    'Czech',
    'Č.;Název;Město\r\n1;Dvořák s.r.o.;Plzeň\r\n2;Růžička;Hradec Králové\r\n3;Novák;České Budějovice\r\n',
    'windows-1250',
  ],
  ['Hungarian', 'Név;Város\r\nKovács és Szűcs;Győr\r\nFőnix Kft.;Székesfehérvár\r\nTűzoltó;Pécs\r\n', 'windows-1250'],
  ['Turkish', 'Ad;Şehir\r\nYılmaz Ticaret;Diyarbakır\r\nDoğan Çelik;Çanakkale\r\nŞahin;Nevşehir\r\n', 'windows-1254'],
] as const)('a list in %s is not taken for a western one', (_, text, encoding) => {
  expect(read(encoded(text, encoding) as Uint8Array)).toBe(text)
})

test('whatever the encoding, no word is read wrongly: it is read as it was written, or asked', () => {
  const words = Object.values(lists).flatMap((list) => list.match(/\p{L}+/gu) ?? [])
  const special = words.filter((word) => /[^\p{ASCII}]/u.test(word))
  expect(special.length).toBeGreaterThan(30)
  const wrong: string[] = []
  let [asked, all] = [0, 0]
  for (const word of special)
    for (const encoding of western) {
      const content = encoded(`n\r\n${word}\r\n`, encoding)
      if (content === null) continue
      all += 1
      const text = read(content)
      if (text === null) asked += 1
      else if (text !== `n\r\n${word}\r\n`) wrong.push(`${encoding} ${word}: ${text.trim()}`)
    }
  expect(wrong).toEqual([])
  // Mostly it need not be asked even for a single word.
  expect(asked).toBeLessThan(all / 2)
})

test('letters that can be read in two ways are asked, with what each way would show', () => {
  // Two Croatian names in Windows-1250, which are no more likely than what Windows-1252 reads.
  const { encoding, readings } = encodingOf(bytes('name;city\nKova', 0xe8, ';Zagreb\n'))
  expect(encoding).toBeNull()
  expect(readings.find((each) => each.encoding === 'windows-1250')?.samples).toEqual(['Kovač;Zagreb'])
  expect(readings.find((each) => each.encoding === 'windows-1252')?.samples).toEqual(['Kovaè;Zagreb'])
})

test('a file in Cyrillic or Greek is asked, and can be read', () => {
  const { encoding, readings } = encodingOf(bytes('n\n', 0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0, '\n'))
  expect(encoding).toBeNull()
  expect(readings.find((each) => each.encoding === 'windows-1251')?.samples).toEqual(['Москва'])
})

test('a file that is partly UTF-8 and partly not is refused with its line', () => {
  for (const content of [bytes('sku\nCaffè\nCaf', 0xe9, '\n'), bytes('sku\n\nCaff', 0xc2, 0x92, '\n')])
    expect(() => encodingOf(content)).toThrow(expect.objectContaining({ line: 3 }))
})

test('control characters are a sign that the encoding is another one', () => {
  expect(() => decoded(bytes('sku\nM', 0x81, 'ller'), 'windows-1252')).toThrow(WrongLetters)
  expect(() => decoded(bytes('sku\nM', 0, 'ller'), 'utf-8')).toThrow(expect.objectContaining({ line: 2 }))
  expect(() => encodingOf(bytes('sku\nM', 0, 0, 'ller'))).toThrow(WrongLetters)
})

test('every encoding decodes what it encodes, in pieces too', () => {
  for (const encoding of encodings as readonly Encoding[]) {
    const text = encoding === 'windows-1251' ? 'Москва' : encoding === 'windows-1253' ? 'Αθήνα' : 'Grö\n'
    const content = encoded(text, encoding) as Uint8Array
    const decoder = openDecoder(encoding)
    expect(decoder.push(content.slice(0, 1)) + decoder.push(content.slice(1)) + decoder.end()).toBe(text)
  }
})
