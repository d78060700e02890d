import type { DevMail } from './dev-mail.ts'

export interface Listed extends DevMail {
  status: string
}

interface PageContent {
  items: Listed[]
  /** Id of the mail to show; an id that is not found shows the newest. */
  selected: string
  to: string | undefined
  number: number
  more: boolean
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const inHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

const style = `
  :root { color-scheme: light dark; --line: light-dark(#d5dae1, #363b43); --quiet: light-dark(#5c636d, #a9b1bc); --mark: light-dark(#e7eefb, #26313f); }
  * { box-sizing: border-box; }
  body { margin: 0; height: 100vh; display: grid; grid-template: auto 1fr / minmax(260px, 380px) 1fr; font: 15px/1.5 system-ui, sans-serif; }
  header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; padding: 12px 20px; border-bottom: 1px solid var(--line); }
  h1 { font-size: 18px; margin: 0; }
  form { display: flex; gap: 8px; }
  input, button { font: inherit; padding: 4px 10px; }
  nav { overflow: auto; border-right: 1px solid var(--line); }
  ol { list-style: none; margin: 0; padding: 0; }
  li a { display: block; padding: 10px 20px; color: inherit; text-decoration: none; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  li a:hover, li a[aria-current] { background: var(--mark); }
  small, p { color: var(--quiet); }
  p { margin: 0; padding: 12px 20px; }
  main { display: flex; flex-direction: column; min-width: 0; overflow: auto; }
  dl { margin: 0; padding: 12px 20px; display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; font-size: 13px; overflow-wrap: anywhere; }
  dt { color: var(--quiet); } dd { margin: 0; }
  iframe { flex: 1 0 520px; width: 100%; border: 0; border-top: 1px solid var(--line); background: #fff; }
  pre { margin: 0; padding: 12px 20px; white-space: pre-wrap; overflow-wrap: anywhere; }
  @media (max-width: 720px) { body { display: block; height: auto; } nav { max-height: 40vh; border-bottom: 1px solid var(--line); } }`

/** The list of mails on the left and the chosen mail on the right, without any script. */
export function page({ items, selected, to, number, more }: PageContent): (nonce: string) => string {
  const shown = items.find(({ id }) => id === selected) ?? items[0]
  const link = (query: Record<string, string | number>) => {
    const given = new URLSearchParams(to === undefined ? {} : { to })
    for (const [name, value] of Object.entries(query)) given.set(name, String(value))
    return inHtml(`/dev/mail?${given}`)
  }
  const entry = (item: Listed) => `
    <li><a href="${link({ page: number, id: item.id })}"${item === shown ? ' aria-current="true"' : ''}>
      ${inHtml(item.subject)}<br><small>${inHtml(item.to)} · ${inHtml(item.status)} · ${inHtml(item.date)}</small></a></li>`
  return (nonce) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Mails</title>
  <style nonce="${nonce}">${style}</style>
</head>
<body>
  <header>
    <h1>Mails</h1>
    <form action="/dev/mail"><input type="search" name="to" aria-label="To" placeholder="To" value="${inHtml(to ?? '')}"><button>Show</button></form>
    <small>Every tenant's, sent or not, newest first. Not there in production. <a href="${link({ format: 'json', page: number })}">JSON</a></small>
  </header>
  <nav aria-label="Mails">
    <ol>${items.map(entry).join('')}</ol>
    ${items.length === 0 ? '<p>No mail yet.</p>' : ''}
    <p>${number > 1 ? `<a href="${link({ page: number - 1 })}">Newer</a>` : ''} ${more ? `<a href="${link({ page: number + 1 })}">Older</a>` : ''}</p>
  </nav>
  <main>${shown ? preview(shown) : ''}</main>
</body>
</html>
`
}

const preview = (item: Listed) => `
    <dl>${Object.entries(item.headers)
      .map(([name, value]) => `<dt>${inHtml(name)}</dt><dd>${inHtml(value)}</dd>`)
      .join('')}</dl>
    <iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mail/${inHtml(item.id)}" title="${inHtml(item.subject)}"></iframe>
    <details open><summary>Text</summary><pre>${inHtml(item.text)}</pre></details>`
