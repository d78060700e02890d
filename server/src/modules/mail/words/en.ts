import type { Due, OrderNews } from '../letters.ts'
import { dealSentences } from './deal-en.ts'
import { type MonthWords, monthEntries, nameOfMonth } from './month.ts'
import { type Dictionary, dayIn, dealEntries, distinct, entriesOf, entryOf, money } from './words.ts'

const locale = 'en-GB'

const minutes = (n: number) => (n === 1 ? 'one minute' : `${n} minutes`)
const days = (n: number) => (n === 1 ? 'one day' : `${n} days`)
const provider = (name: string) => (/mail/i.test(name) ? 'a code by e-mail' : 'an authenticator app')
/** Whoever did it, at the beginning of a sentence. */
const by = (name: string | null, portal: string) => name ?? `The ${portal} portal`
const lines = (n: number) => (n === 1 ? 'one product' : `${n} products`)
const about = (news: OrderNews) => `${lines(news.lines)}, ${money(locale, news.total, news.currencyCode)} in total`
/** The same of an approval, which may have changed prices. */
const approved = (news: OrderNews) =>
  news.asked
    ? `${about(news)} instead of ${money(locale, news.asked, news.currencyCode)}, because prices were changed`
    : about(news)
const ended = ({ keys }: { keys: number }) => (keys === 1 ? 'one license key' : `${keys} license keys`)
const owners = ({ accounts, accountName }: Due) => (accounts === 1 ? accountName : `${accounts} accounts`)
const orderReason = (portal: string) =>
  `You receive this e-mail because you get order news from ${portal}. You can switch notifications off in your profile.`
const securityReason =
  'You receive this e-mail because it concerns the safety of your sign-in. It cannot be switched off.'
const notMe =
  'If it was not you, choose a new password right away and tell the administrator of your company: somebody else may be using your sign-in.'

const month: MonthWords = {
  locale,
  sold: 'Sold',
  bought: 'Own purchases',
  against: 'against the month before',
  nothingBefore: 'Nothing in the month before',
  yearBefore: 'against the year before',
  more: 'Bought more than in the month before',
  less: 'Bought less than in the month before',
  deals: 'Deals registered in the month',
  registered: (count, won, amount) => `${count} registered, of which ${won} won (${amount})`,
  dealsAtRisk: 'Deals at risk',
  dealsEnd: (count) => `The protection of ${count === 1 ? 'one open deal' : `${count} open deals`} ends within 30 days`,
  renewals: 'Renewals at risk',
  keysEnd: (count) => `${count === 1 ? 'One license key ends' : `${count} license keys end`} within 30 days`,
  short: 'Short products',
  products: (count, first) =>
    `${count === 1 ? 'One product is' : `${count} products are`} below the threshold: ${first}`,
}

export const en: Dictionary = {
  locale,
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  orCopy: 'If the button does not work, copy this address into your browser:',
  choose: 'Choose what you are told by e-mail',
  ofAccount: (accountName, portal) =>
    `You receive this e-mail because ${accountName} has named this address for its news at ${portal}. Whoever manages the account there can name another one.`,
  sentBy: (portal) =>
    `Sent by the ${portal} partner portal. Please do not reply to this e-mail: nobody reads this mailbox.`,

  invitation: ({ accountName, invitedBy, days: valid }, portal) => ({
    subject: `You are invited to the ${portal} partner portal`,
    title: `Welcome to ${portal}`,
    before: [
      `${invitedBy === null ? 'You have been invited' : `${invitedBy} has invited you`} to the ${portal} partner portal, where you will work for ${accountName}.`,
      'All that is left to do is to accept the invitation.',
    ],
    button: 'Accept the invitation',
    after: [
      `The invitation is valid for ${days(valid)} and works once. When it has run out, ask whoever invited you for a new one.`,
    ],
    reason: `You receive this e-mail because somebody invited this address to ${portal}. If you did not expect it, simply ignore it: nothing happens until the invitation is accepted.`,
  }),

  account_offer: ({ accountName, invitedBy }, portal) => ({
    subject: `You are asked to act for ${accountName} in ${portal}`,
    title: `One more account: ${accountName}`,
    before: [
      `${invitedBy === null ? 'You have been asked' : `${invitedBy} asks you`} to work for ${accountName} too. You sign in as you do now, and choose the account for which you act.`,
      'Until you accept, nothing changes.',
    ],
    button: 'See the offer',
    after: [],
    reason: `You receive this e-mail because somebody offered this account to your address in ${portal}. You can decline it in your profile.`,
  }),

  password_reset: ({ minutes: valid }, portal) => ({
    subject: `Choose a new password for ${portal}`,
    title: 'Choose a new password',
    before: [`Somebody, we hope you, asked for a new password for your sign-in at ${portal}.`],
    button: 'Choose a new password',
    after: [
      `The link is valid for ${minutes(valid)} and works once.`,
      'If it was not you, there is nothing to do: nothing changes.',
    ],
    reason: `You receive this e-mail because a new password was requested for this address at ${portal}.`,
  }),

  email_change: ({ hours }, portal) => ({
    subject: `Confirm your new address for ${portal}`,
    title: 'Confirm your new address',
    before: [`You asked to use this address for your sign-in at ${portal}. Nothing changes before you confirm it.`],
    button: 'Confirm the address',
    after: [`The link is valid for ${hours} hours and works once.`],
    reason: `You receive this e-mail because somebody entered this address at ${portal}. If it was not you, simply ignore it: nothing happens until the address is confirmed.`,
  }),

  email_changed: ({ email, days: valid }, portal) => ({
    subject: `The address of your sign-in at ${portal} was changed`,
    title: 'Your address was changed',
    before: [
      `You now sign in at ${portal} with ${email}, and mails go there. If it was you, there is nothing to do.`,
      `If it was not you, take this address back within ${days(valid)}: everybody is signed out, and the password works no more.`,
    ],
    button: 'Take this address back',
    after: [],
    reason: securityReason,
  }),

  mfa_code: ({ code, minutes: valid }, portal) => ({
    subject: `Your verification code for ${portal}`,
    title: 'Your verification code',
    before: ['Enter this code where you were asked for it:'],
    code,
    after: [
      `It is valid for ${minutes(valid)} and works once.`,
      'Never pass it on: nobody will ever ask you for it by phone or by e-mail. If you are not signing in right now, somebody may know your password: change it.',
    ],
    reason: `You receive this e-mail because a verification code was requested for your sign-in at ${portal}.`,
  }),

  password_changed: (_values, portal) => ({
    subject: `Your password for ${portal} was changed`,
    title: 'Your password was changed',
    before: [
      `The password of your sign-in at ${portal} has just been changed. If it was you, there is nothing to do.`,
      notMe,
    ],
    button: 'Secure my sign-in',
    after: [],
    reason: securityReason,
  }),

  mfa_enabled: ({ provider: name }, portal) => ({
    subject: `Two-step sign-in is on for ${portal}`,
    title: 'Two-step sign-in is on',
    before: [
      `From now on you sign in at ${portal} with your password and ${provider(name)}.`,
      'Keep your backup codes in a safe place: they let you in when the second step is not at hand.',
      notMe,
    ],
    button: 'Open my profile',
    after: [],
    reason: securityReason,
  }),

  mfa_disabled: ({ provider: name }, portal) => ({
    subject: `Two-step sign-in was changed for ${portal}`,
    title: 'A second step was switched off',
    before: [
      `Signing in at ${portal} with ${provider(name)} has just been switched off. If it was you, there is nothing to do.`,
      notMe,
    ],
    button: 'Open my profile',
    after: [],
    reason: securityReason,
  }),

  passkey_added: ({ name }, portal) => ({
    subject: `A passkey was added for ${portal}`,
    title: 'A passkey was added',
    before: [
      `From now on the passkey “${name}” signs you in at ${portal}, without your password or after it. If it was you, there is nothing to do.`,
      'Keep your backup codes in a safe place: they let you in when no passkey is at hand.',
      notMe,
    ],
    button: 'Open my profile',
    after: [],
    reason: securityReason,
  }),

  passkey_removed: ({ name }, portal) => ({
    subject: `A passkey was removed for ${portal}`,
    title: 'A passkey was removed',
    before: [
      `The passkey “${name}” does not sign you in at ${portal} any more. If it was you, there is nothing to do.`,
      notMe,
    ],
    button: 'Open my profile',
    after: [],
    reason: securityReason,
  }),

  session_reused: (_values, portal) => ({
    subject: `We signed you out of ${portal}`,
    title: 'We signed you out to be safe',
    before: [
      `One of your sessions at ${portal} was used from two places at once. That can mean that somebody copied it, so we ended it on both sides.`,
      'Please sign in again. If you do not recognise what happened, choose a new password as well.',
    ],
    button: 'Secure my sign-in',
    after: [],
    reason: securityReason,
  }),

  key_ends: ({ name, prefix, accountName, date }, portal) => ({
    subject: `The API key ${name} of ${accountName} expires at ${portal}`,
    title: 'An API key is about to expire',
    before: [
      `The API key ${name} (${prefix}…), which you made for ${accountName}, expires on ${dayIn(locale, date)}. The system that uses it can call no more after that day.`,
      'Make a new key, change the system to it, and end the old one.',
    ],
    button: 'Show the keys',
    after: [],
    reason: `You receive this e-mail because you made this key at ${portal}. It cannot be switched off.`,
  }),

  webhook_paused: ({ accountName, host, because }, portal) => ({
    subject: `The webhook of ${accountName} to ${host} was paused at ${portal}`,
    title: 'A webhook was paused',
    before: [
      because === 'gone'
        ? `${host} answered that it takes no more events (410), so the webhook of ${accountName} was paused.`
        : `Nothing could be delivered to ${host} for three days, so the webhook of ${accountName} was paused.`,
      'Nothing is lost: once it is resumed it goes on where it stopped. Its log shows what was sent and what came back.',
    ],
    button: 'Show the webhook',
    after: [],
    reason: `You receive this e-mail because you set up this webhook at ${portal}. It cannot be switched off.`,
  }),

  order_requested: (news, portal) => ({
    subject:
      news.reader === 'vendor'
        ? `New order ${news.orderCode} from ${news.buyerName}`
        : `New order ${news.orderCode} for ${news.buyerName}`,
    title: news.reader === 'vendor' ? `${news.buyerName} has placed an order` : `An order was prepared for you`,
    before: [
      news.reader === 'vendor'
        ? `${news.buyerName} would like to buy from ${news.vendorName}: order ${news.orderCode}, ${about(news)}.`
        : `${by(news.by, portal)} has prepared order ${news.orderCode} from ${news.vendorName} to ${news.buyerName}: ${about(news)}.`,
      news.reader === 'vendor'
        ? 'It waits for your decision.'
        : `It waits for ${news.vendorName} to approve it; we will let you know.`,
    ],
    button: 'Open the order',
    after: [],
    reason: orderReason(portal),
  }),

  order_approved: (news, portal) => ({
    subject: `Order ${news.orderCode} was approved`,
    title: 'The order was approved',
    before: [
      `${by(news.by, portal)} has approved order ${news.orderCode} from ${news.vendorName} to ${news.buyerName}: ${approved(news)}.`,
      news.reader === 'buyer' ? 'The products are in your stock from now on.' : 'The products have left your stock.',
      ...(news.rest ? [`It is a part of what was ordered. The rest waits as order ${news.rest}.`] : []),
    ],
    button: 'Open the order',
    after: [],
    reason: orderReason(portal),
  }),

  order_canceled: (news, portal) => ({
    subject: `Order ${news.orderCode} was canceled`,
    title: 'The order was canceled',
    before: [
      news.by === null
        ? `Order ${news.orderCode} from ${news.vendorName} to ${news.buyerName} (${about(news)}) waited too long for a decision, so the portal has canceled it.`
        : `${news.by} has canceled order ${news.orderCode} from ${news.vendorName} to ${news.buyerName}: ${about(news)}.`,
      'Nothing was delivered.',
    ],
    button: 'Open the order',
    after: [],
    reason: orderReason(portal),
  }),

  order_revoked: (news, portal) => ({
    subject: `Order ${news.orderCode} was revoked`,
    title: 'The order was revoked',
    before: [
      `${by(news.by, portal)} has revoked order ${news.orderCode} from ${news.vendorName} to ${news.buyerName}: ${about(news)}.`,
      news.reader === 'buyer'
        ? `The products are no longer in your stock: they went back to ${news.vendorName}.`
        : 'The products are back in your stock.',
    ],
    button: 'Open the order',
    after: [],
    reason: orderReason(portal),
  }),

  order_short: (news, portal) => ({
    subject: `Stock is short for order ${news.orderCode}`,
    title: 'Stock is short for an order',
    before: [
      `${by(news.by, portal)} could not approve order ${news.orderCode} from ${news.vendorName} to ${news.buyerName} (${about(news)}), because stock is short.`,
      'The order waits. Purchase what is missing, then approve it.',
    ],
    button: 'Open the order',
    after: [],
    reason: orderReason(portal),
  }),

  order_delayed: (news, portal) => ({
    subject: `Order ${news.orderCode} waits for your decision`,
    title: 'The promise to decide is about to break',
    before: [
      `Order ${news.orderCode} from ${news.vendorName} to ${news.buyerName} (${about(news)}) still waits for you.`,
      'The hours within which your company promises to decide are nearly over.',
    ],
    button: 'Open the order',
    after: [],
    reason: orderReason(portal),
  }),

  order_digest: ({ news }, portal) => {
    const codes = distinct(news.map(({ orderCode }) => orderCode))
    const isOne = codes.length === 1
    return {
      subject: isOne ? `News of order ${codes[0]}` : `News of ${codes.length} orders`,
      title: isOne ? `News of order ${codes[0]}` : `News of ${codes.length} orders`,
      before: [
        isOne ? `Here is what happened to order ${codes[0]}:` : `Here is what happened to ${codes.length} orders:`,
      ],
      list: news.map((change) => entryOf(en, change, portal)),
      button: 'Open my orders',
      after: [],
      reason: orderReason(portal),
    }
  },

  deal_news: ({ changes }, portal) => {
    const list = dealEntries(dealSentences, changes, (name) => by(name, portal))
    const codes = distinct(changes.map(({ code }) => code))
    const isOne = codes.length === 1
    const subject = isOne ? `News of deal ${codes[0]}` : `News of ${codes.length} deals`
    return {
      subject: list.length === 1 ? (list[0]?.title ?? '') : subject,
      title: list.length === 1 ? 'News of a deal' : subject,
      before: [isOne ? 'Here is what happened:' : 'Here is what happened to deals:'],
      list,
      button: isOne ? 'Open the deal' : 'Open the deals',
      after: [],
      reason: `You receive this e-mail because you get news of deals from ${portal}. You can choose in your profile how you are told.`,
    }
  },

  month_report: ({ report }, portal) => ({
    subject: `${nameOfMonth(locale, report.month)} for ${report.accountName}`,
    title: `${nameOfMonth(locale, report.month)} for ${report.accountName}`,
    before: [`The month of ${report.accountName} with all below it, and what is at risk now:`],
    list: monthEntries(month, report),
    button: 'Open the report',
    after: [],
    reason: `You receive this e-mail because you asked for the report of each month from ${portal}. You can switch it off on the report's page.`,
  }),

  license_due: ({ due }, portal) => {
    const keys = due.reduce((sum, each) => sum + each.keys, 0)
    const subject = keys === 1 ? 'A license key ends soon' : `${keys} license keys end soon`
    return {
      subject,
      title: subject,
      before: [`Renew ${keys === 1 ? 'it' : 'them'} in time, so that no device stops working:`],
      list: entriesOf(
        due,
        (each) =>
          `${owners(each)}: ${ended(each)}, ${each.keys === 1 ? 'on' : 'the first on'} ${dayIn(locale, each.firstDate)}`,
        (each) => `Within ${days(each.days)}`,
      ),
      button: 'Open the renewals',
      after: [],
      reason: `You receive this e-mail because you get reminders of license keys from ${portal}. You can choose in your profile how you are reminded.`,
    }
  },

  renewal_asked: ({ productName, accountName, dueDate }, portal) => ({
    subject: `A renewal of ${productName} is asked for (${accountName})`,
    title: 'A renewal is asked for',
    before: [
      `Somebody who uses ${productName} of ${accountName} asks for its renewal, on the page of the key. It ends on ${dayIn(locale, dueDate)}.`,
      'The order is ready: it takes a look and a click.',
    ],
    button: 'Open the key',
    after: [],
    reason: `You receive this e-mail because you get news of license keys from ${portal}. You can choose in your profile how you are told.`,
  }),

  certificate_due: ({ due }, portal) => {
    const count = due.reduce((sum, each) => sum + each.certificates, 0)
    const subject = count === 1 ? 'A certification expires soon' : `${count} certifications expire soon`
    return {
      subject,
      title: subject,
      before: [`Have ${count === 1 ? 'it' : 'them'} renewed in time, so that nobody loses the badge:`],
      list: entriesOf(
        due,
        (each) =>
          `${owners(each)}: ${each.certificates === 1 ? 'one certification, on' : `${each.certificates} certifications, the first on`} ${dayIn(locale, each.firstDate)}`,
        (each) => `Within ${days(each.days)}`,
      ),
      button: 'Open the certifications',
      after: [],
      reason: `You receive this e-mail because you get reminders of certifications from ${portal}. You can choose in your profile how you are reminded.`,
    }
  },
}
