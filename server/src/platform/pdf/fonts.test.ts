import { buffer } from 'node:stream/consumers'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { innerWidth, openPdf, page } from './document.ts'

async function printed(text: string): Promise<string> {
  const pdf = await openPdf({ title: 'Test', author: 'Verdant', language: 'en', isSandbox: false, content: text })
  pdf.write(text, { x: page.left, y: page.top, width: innerWidth }, { size: 10 })
  const bytes = await buffer(pdf.finish(() => undefined))
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  return (await extractText(document, { mergePages: true })).text
}

test('an amount is copied as it is printed, also after a document whose letters have its point as a part', async () => {
  expect(await printed('and so on…')).toBe('and so on…')
  expect(await printed('EUR 3.3335')).toBe('EUR 3.3335')
  expect(await printed('Ö')).toBe('Ö')
  expect(await printed('Order')).toBe('Order')
})
