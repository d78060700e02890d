import type { Plugin, Rolldown } from 'vite'
import english from './src/locales/en/session.ts'
import italian from './src/locales/it/session.ts'

/** The start module and the namespaces of the two bundles of `main.tsx`. */
const worlds = {
  'signed-in': { module: '/src/app/App.tsx', texts: ['common', 'errors', 'ui'] },
  'signed-out': { module: '/src/routes/-PublicApp.tsx', texts: ['session', 'errors', 'ui', 'validation'] },
}
const texts = { en: english, it: italian }
const languages = Object.keys(texts) as (keyof typeof texts)[]

/**
 * A Vite plugin that writes into the page what `public/start.js` chooses from: the start files of each bundle, to preload them,
 * and the outline of the sign-in screen in each language, which is then on the screen before any other script
 * (docs/decisions/092).
 */
export function startFiles(): Plugin {
  return {
    name: 'start-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const filesOf = (module: string) =>
          withImports(chunks, chunks.find((chunk) => chunk.facadeModuleId?.endsWith(module))?.fileName)
        const typeface = Object.values(bundle).find(({ fileName }) => /geist-latin-wght.*\.woff2$/.test(fileName))
        const there = withImports(chunks, entry?.fileName)
        const told = languages.flatMap((language) =>
          Object.entries(worlds).map(([world, { module, texts: namespaces }]) => {
            const begun = [module, ...namespaces.map((name) => `/src/locales/${language}/${name}.ts`)]
            const files = new Set(begun.flatMap((each) => [...filesOf(each)].filter((file) => !there.has(file))))
            if (typeface) files.add(typeface.fileName)
            return ` data-${world}-${language}="${[...files].map((file) => `/${file}`).join(' ')}"`
          }),
        )
        return html
          .replace('src="/start.js"', (source) => source + told.join(''))
          .replace('<div id="root">', (root) => root + languages.map(outline).join(''))
      },
    },
  }
}

/** What the sign-in screen shows of itself in any portal; `PublicLayout` and `SignInPage` draw the same. */
function outline(language: keyof typeof texts): string {
  const { claim, welcome, lead } = texts[language]
  const line = (name: string, text: string) =>
    `<p class="public-${name}">${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`
  const brand = `<div class="public-brand">${line('tenant', '\u00a0')}<div class="public-claim">${line('claim-title', claim.title)}${line('claim-text', claim.text)}</div></div>`
  const screen = `<div class="public-side"><div class="outline-languages"></div><div class="public-screen">${line('title', welcome)}${line('lead', lead)}</div></div>`
  return `<div class="public-layout outline" lang="${language}">${brand}${screen}</div>`
}

/** Returns a file with everything that it imports, including style sheets. */
function withImports(
  chunks: Rolldown.OutputChunk[],
  fileName: string | undefined,
  files = new Set<string>(),
): Set<string> {
  const chunk = chunks.find((each) => each.fileName === fileName)
  if (chunk === undefined || files.has(chunk.fileName)) return files
  files.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
  for (const imported of chunk.imports) withImports(chunks, imported, files)
  return files
}
