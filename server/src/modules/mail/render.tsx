/** @jsxRuntime automatic */
import { render } from '@react-email/render'
import type { Brand } from './brand.ts'
import { Layout } from './layout.tsx'
import type { Letter } from './letters.ts'
import { dictionaryOf, wordsOf } from './words/index.ts'

export interface Rendered {
  subject: string
  text: string
  html: string
  /** URL where the reader chooses whether they get such mails; null for mails that cannot be switched off. */
  settings: string | null
}

/** Renders a letter in the language of its recipient and the brand of its tenant. */
export async function renderLetter(
  letter: Letter,
  { name, languageCode }: { name: string; languageCode: string },
  brand: Brand,
): Promise<Rendered> {
  const dictionary = dictionaryOf(languageCode)
  const words = wordsOf(dictionary, letter, brand.name)
  const shared = {
    greeting: dictionary.greeting(name),
    orCopy: dictionary.orCopy,
    choose: dictionary.choose,
    sentBy: dictionary.sentBy(brand.name),
    link: 'path' in letter.values ? linkTo(letter.values.path, brand.address) : null,
    settings: words.settings === undefined ? null : linkTo(words.settings, brand.address),
    list: (words.list ?? []).map(({ path, ...entry }) => ({ ...entry, link: linkTo(path, brand.address) })),
  }
  const html = await render(
    <Layout brand={brand} words={words} languageCode={dictionary.locale.slice(0, 2)} {...shared} />,
  )
  const lines = [
    brand.name,
    words.title,
    shared.greeting,
    ...words.before,
    ...shared.list.map(({ title, text, link }) => `${title}\n${text}\n${link}`),
    ...(words.code === undefined ? [] : [words.code]),
    ...(words.button === undefined || shared.link === null ? [] : [`${words.button}:\n${shared.link}`]),
    ...words.after,
    [
      ...['-- ', words.reason],
      ...(shared.settings === null ? [] : [`${shared.choose}:`, shared.settings]),
      shared.sentBy,
    ].join('\n'),
  ]
  return { subject: words.subject, text: `${lines.join('\n\n')}\n`, html, settings: shared.settings }
}

function linkTo(path: string, address: string): string {
  const link = new URL(address + path)
  if (!path.startsWith('/') || link.origin !== new URL(address).origin)
    throw new Error('A mail links to a path of the portal')
  return address + path
}
