import { hostname } from 'node:os'
import { newId } from '../platform/ids.ts'
import { addressIn, isAddress } from '../platform/mail/message.ts'
import { openSmtp, SmtpFailure } from '../platform/mail/smtp.ts'
import { type Command, CommandError } from './command.ts'

export const mailTest: Command = {
  name: 'mail test',
  positionals: ['ADDRESS'],
  summary: 'Sends a mail through the configured server at once, and says what the server answered',
  options: {},
  async run({ positionals: [address = ''], out, config }) {
    const { smtpUrl, mailFrom, publicUrl } = config()
    if (!isAddress(address)) throw new CommandError(`${address} is no e-mail address.`)
    if (smtpUrl === undefined)
      throw new CommandError('SMTP_URL is absent: without a mail server mails are stored and never sent.')
    const { hostname: host } = new URL(publicUrl)
    const from = (mailFrom && addressIn(mailFrom)) ?? `no-reply@${host}`
    const server = new URL(smtpUrl).host
    const text = `This mail was sent by hand from ${hostname()}, for the portal at ${publicUrl}. Mails arrive.`
    try {
      await openSmtp(smtpUrl, { hostname: host }).send({
        id: `<${newId()}@${host}>`,
        date: new Date(),
        from: { name: 'Trellis', address: from },
        replyTo: null,
        to: { name: '', address },
        subject: `Mail of ${host} arrives`,
        text,
        html: `<p>${text}</p>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error
      const why = {
        refused: 'it refused sender, recipient or message for good',
        later: 'it asks to try again later',
        away: 'it cannot be used',
      }
      throw new CommandError(`${server} did not take the mail from ${from}: ${why[error.kind]} (${error.message}).`)
    }
    out.say(`${server} took the mail from ${from}. Look for it at ${address}, also among what counts as spam.`)
    out.answer({ server, from, to: address })
    return true
  },
}
