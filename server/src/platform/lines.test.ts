import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesIn } from './lines.ts'

const linesOf = async (text: string, size: number) => {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  )
  const lines: string[] = []
  for await (const line of linesIn(Readable.from(pieces))) lines.push(line)
  return lines
}

test('a line ends at a line feed alone, not at other signs that end lines or paragraphs, however its bytes arrive', async () => {
  const lines = ['first\u2028still\u2029first', '', 'a\rb\u0085c', 'Größe 📦', '{"note":"x"}']
  for (const size of [1, 2, 3, 7, 1000]) {
    expect(await linesOf(`${lines.join('\n')}\n`, size)).toEqual(lines)
    expect(await linesOf(lines.join('\n'), size)).toEqual(lines)
  }
  expect(await linesOf('', 1)).toEqual([])
})
