import { StringDecoder } from 'node:string_decoder'

/**
 * The lines of a text in UTF-8, which end at a line feed and nowhere else. `readline` of Node 22 and later also ends them at U+2028 and
 * U+2029, which stand within texts that people paste.
 */
export async function* linesIn(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  // A line can be as long as a file that a row holds: its pieces are joined once.
  let held: string[] = []
  for await (const bytes of source) {
    const text = decoder.write(bytes)
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      yield held.join('') + text.slice(from, at)
      held = []
      from = at + 1
    }
    held.push(text.slice(from))
  }
  const last = held.join('') + decoder.end()
  if (last !== '') yield last
}
