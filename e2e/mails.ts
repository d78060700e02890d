import { expect } from '@playwright/test'
import { idle, type Product } from './product.ts'

/** A mail in the answer of `/dev/mail?format=json`. */
export interface Mail {
  to: string
  subject: string
  date: string
  text: string
  html: string
}

/** The newest mail to an address, once the product is idle; `about` must match its subject or text. */
export async function newestMail(product: Product, to: string, about: RegExp = /./): Promise<Mail> {
  await idle(product)
  const answer = await fetch(`${product.baseURL}/dev/mail?format=json&to=${encodeURIComponent(to)}`)
  const { items } = (await answer.json()) as { items: Mail[] }
  const found = items.find((mail) => mail.to === to && (about.test(mail.subject) || about.test(mail.text)))
  expect(found, `a mail to ${to} about ${about}`).toBeDefined()
  return found as Mail
}

/** The first link in a mail with a given path of the portal. */
export function linkIn({ text }: Mail, path: string): string {
  const link = text.match(/https?:\/\/[^\s<>"]+/g)?.find((each) => new URL(each).pathname === path)
  expect(link, `a link to ${path} in: ${text}`).toBeDefined()
  return link as string
}

/** The six-digit code in a mail. */
export function codeIn({ text }: Mail): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? /(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(text)?.slice(1).join('')
  expect(code, `a code in: ${text}`).toBeDefined()
  return code as string
}
