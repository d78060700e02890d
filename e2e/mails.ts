import { expect } from '@playwright/test'

/** A mail in the answer of `/dev/mail?format=json`. */
export interface Mail {
  to: string
  subject: string
  date: string
  text: string
  html: string
}

interface Where {
  baseURL: string
}

/** Waits for the newest mail to an address; `about` must match its subject or text. */
export async function newestMail({ baseURL }: Where, to: string, about: RegExp = /./): Promise<Mail> {
  let found: Mail | undefined
  await expect(async () => {
    const answer = await fetch(`${baseURL}/dev/mail?format=json&to=${encodeURIComponent(to)}`)
    const { items } = (await answer.json()) as { items: Mail[] }
    found = items.find((mail) => mail.to === to && (about.test(mail.subject) || about.test(mail.text)))
    expect(found, `a mail to ${to} about ${about}`).toBeDefined()
  }).toPass({ timeout: 60_000 })
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
