import type { Plugin, Rolldown } from 'vite'

/** What the two worlds of `main.tsx` begin with. */
const beginnings = { 'data-signed-in': '/src/app/App.tsx', 'data-signed-out': '/src/routes/-PublicApp.tsx' }

/** Tells `public/start.js` the files of the build with which each world begins. */
export function startFiles(): Plugin {
  return {
    name: 'start-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const told = Object.entries(beginnings).map(([name, module]) => {
          const files = filesOf(chunks, chunks.find((chunk) => chunk.facadeModuleId?.endsWith(module))?.fileName)
          for (const file of filesOf(chunks, entry?.fileName)) files.delete(file)
          return ` ${name}="${[...files].map((file) => `/${file}`).join(' ')}"`
        })
        return html.replace('src="/start.js"', (source) => source + told.join(''))
      },
    },
  }
}

/** A file with all that it imports, style sheets included. */
function filesOf(chunks: Rolldown.OutputChunk[], fileName: string | undefined, files = new Set<string>()): Set<string> {
  const chunk = chunks.find((each) => each.fileName === fileName)
  if (chunk === undefined || files.has(chunk.fileName)) return files
  files.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
  for (const imported of chunk.imports) filesOf(chunks, imported, files)
  return files
}
