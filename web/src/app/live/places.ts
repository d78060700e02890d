/**
 * Marks what others changed where it stands on a page: the facts, the figure and the rows that have other texts after the page's
 * records were read again. Lists with `useLiveRows` mark their rows themselves.
 */

/** One value each: a fact, the figure of the page, its badges. */
const values = 'main dd, main [data-place]'
/** Rows that are compared with all previous rows, because they can move: of tables that are loaded completely, and of histories. */
const lists = 'main [data-places] :is(tbody, ul), main [data-places]:is(ol, ul)'

const isOfLiveList = (element: Element) => element.closest('[data-row]') !== null
/** Selector of elements that are loading and have no text to compare. */
const isLoading = (element: Element) =>
  element.closest('[aria-busy="true"]') !== null || element.querySelector('[aria-busy="true"]') !== null
const textOf = (element: Element) => element.textContent?.trim() ?? ''
const rowsOf = (list: Element) => [...list.children]

/** The name of a place for the reader: the label of the fact, or the name of the section or table. */
function nameOf(element: Element): string {
  if (element.matches('dd')) return textOf(element.previousElementSibling ?? element)
  const named = element.closest('[aria-label], [aria-labelledby]')
  const heading = document.getElementById(named?.getAttribute('aria-labelledby') ?? '')
  return named?.getAttribute('aria-label') ?? heading?.textContent?.trim() ?? ''
}

/** Records all texts of the page; the returned function marks the places whose text has changed, and returns their names. */
export function notePlaces(root: ParentNode = document): () => string[] {
  const { pathname } = window.location
  const before = new Map<Element, string>()
  for (const element of root.querySelectorAll(values))
    if (!isOfLiveList(element) && !isLoading(element)) before.set(element, textOf(element))
  const rowsBefore = new Map<Element, ReadonlySet<string>>()
  for (const list of root.querySelectorAll(lists))
    if (!isLoading(list)) rowsBefore.set(list, new Set(rowsOf(list).map(textOf)))
  return () => {
    // After a navigation, the same elements may show another record.
    if (window.location.pathname !== pathname) return []
    const changed = [...before].filter(([element, text]) => element.isConnected && textOf(element) !== text)
    const rows = [...rowsBefore].flatMap(([list, texts]) =>
      list.isConnected ? rowsOf(list).filter((row) => !texts.has(textOf(row))) : [],
    )
    const marked = [...changed.map(([element]) => element), ...rows]
    for (const element of marked) element.setAttribute('data-live', 'updated')
    return [...new Set(marked.map(nameOf))].filter((name) => name !== '')
  }
}

/** Removes the marks: the reader went on to another page, or changed something. */
export function clearPlaces(): void {
  for (const element of document.querySelectorAll(`:is(${values}, [data-places] *)[data-live]`))
    element.removeAttribute('data-live')
}
