import type { Plugin, Rolldown } from 'vite'

/** The start module and the namespaces of the two bundles of `main.tsx`. */
const worlds = {
  'signed-in': { module: '/src/app/App.tsx', texts: ['common', 'errors', 'ui'] },
  'signed-out': { module: '/src/routes/-PublicApp.tsx', texts: ['session', 'errors', 'ui'] },
}
const languages = ['en', 'it']

/** A Vite plugin that writes the start files of each bundle into the page, for `public/start.js` to preload. */
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
          Object.entries(worlds).map(([world, { module, texts }]) => {
            const begun = [module, ...texts.map((name) => `/src/locales/${language}/${name}.ts`)]
            const files = new Set(begun.flatMap((each) => [...filesOf(each)].filter((file) => !there.has(file))))
            if (typeface) files.add(typeface.fileName)
            return ` data-${world}-${language}="${[...files].map((file) => `/${file}`).join(' ')}"`
          }),
        )
        return html.replace('src="/start.js"', (source) => source + told.join(''))
      },
    },
  }
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
