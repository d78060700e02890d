/** @jsxRuntime automatic */
import type { CSSProperties, ReactNode } from 'react'
import type { Brand } from './brand.ts'
import type { Words } from './words/words.ts'

export interface LinkedEntry {
  title: string
  text: string
  link: string
}

interface LayoutProps {
  brand: Brand
  words: Words
  languageCode: string
  greeting: string
  orCopy: string
  choose: string
  /** URL where the reader chooses whether they get such mails. */
  settings: string | null
  sentBy: string
  /** URL of the button. */
  link: string | null
  list: LinkedEntry[]
}

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const text: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: '24px', color: '#25282d' }
const small: CSSProperties = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px', color: '#5c636d' }

/**
 * Mail programs support tables, attributes and inline styles best. Rules in the style sheet (dark mode, narrow screens)
 * work only in some of them, so the layout must not depend on them.
 */
const styleSheet = ({ accentOnDark, button, onButton }: Brand['colors']) => `
  a { text-decoration: underline; }
  @media (max-width: 620px) {
    .around { padding: 0 !important; }
    .card { border-radius: 0 !important; padding: 28px 20px !important; }
    .button { width: 100% !important; }
    .button a { display: block !important; }
  }
  @media (prefers-color-scheme: dark) {
    body, .page { background-color: #111316 !important; }
    .card { background-color: #1b1d21 !important; border-color: ${button} #33373e #33373e !important; }
    .rule { border-color: #3a3f47 !important; }
    .strong { color: #f2f4f7 !important; }
    .text { color: #dde1e7 !important; }
    .small { color: #a9b1bc !important; }
    .code { background-color: #2a2d33 !important; color: #ffffff !important; }
    .accent { color: ${accentOnDark} !important; }
    .button a { background-color: ${button} !important; color: ${onButton} !important; }
  }`

/** The layout of every mail: at most 600 pixels wide, complete without images, in light and dark mode. */
export function Layout(props: LayoutProps) {
  const { brand, words, languageCode, greeting, orCopy, choose, settings, sentBy, link, list } = props
  return (
    <html lang={languageCode} dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{words.subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a style sheet is not text; the colours in it are checked to be colours */}
        <style dangerouslySetInnerHTML={{ __html: styleSheet(brand.colors) }} />
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: '#f1f3f6', fontFamily: font }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>{words.title}</div>
        <Table className="page" style={{ backgroundColor: '#f1f3f6' }} width="100%">
          <td className="around" align="center" style={{ padding: '32px 16px' }}>
            <Table width="600" style={{ width: '100%', maxWidth: 600 }}>
              <td
                className="card"
                align="left"
                style={{
                  padding: 40,
                  backgroundColor: '#ffffff',
                  border: '1px solid #e1e5ea',
                  borderTop: `4px solid ${brand.colors.button}`,
                  borderRadius: 10,
                  fontFamily: font,
                }}
              >
                <Head brand={brand} />
                <h1
                  className="strong"
                  style={{ margin: '0 0 20px', fontSize: 24, lineHeight: '32px', fontWeight: 600, color: '#14171a' }}
                >
                  {words.title}
                </h1>
                <p className="text" style={text}>
                  {greeting}
                </p>
                <Paragraphs lines={words.before} />
                <Entries list={list} color={brand.colors.accent} />
                {words.code !== undefined && <Code code={words.code} />}
                {words.button !== undefined && link !== null && (
                  <Button link={link} label={words.button} colors={brand.colors} orCopy={orCopy} />
                )}
                <Paragraphs lines={words.after} />
                <div
                  className="rule"
                  style={{ margin: '24px 0 16px', borderTop: '1px solid #d5dae1', fontSize: 0, lineHeight: 0 }}
                />
                <p className="small" style={small}>
                  {words.reason}
                </p>
                {settings !== null && (
                  <p className="small" style={small}>
                    <a className="accent" href={settings} style={{ color: brand.colors.accent }}>
                      {choose}
                    </a>
                  </p>
                )}
                <p className="small" style={{ ...small, margin: 0 }}>
                  {sentBy}
                </p>
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

interface TableProps {
  children: ReactNode
  className?: string
  style?: CSSProperties
  width?: string
}

/** A table with one cell, the only layout element that all mail programs support. */
function Table({ children, ...more }: TableProps) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} align="center" {...more}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

/**
 * The logo, or the tenant's name when there is none. The name is also the alternative text, shown when the image is
 * blocked.
 */
function Head({ brand }: { brand: Brand }) {
  const name: CSSProperties = { fontSize: 18, lineHeight: '28px', fontWeight: 700, color: brand.colors.accent }
  return (
    <p className="accent" style={{ ...name, margin: '0 0 28px' }}>
      {brand.logoUrl === null ? (
        brand.name
      ) : (
        <img
          src={brand.logoUrl}
          alt={brand.name}
          height={36}
          style={{ ...name, display: 'block', height: 36, width: 'auto', maxWidth: '100%', border: 0 }}
        />
      )}
    </p>
  )
}

const Paragraphs = ({ lines }: { lines: string[] }) =>
  lines.map((line) => (
    <p key={line} className="text" style={text}>
      {line}
    </p>
  ))

const entry: CSSProperties = { margin: '0 0 14px', fontSize: 15, lineHeight: '22px', color: '#25282d' }

/** Kept as simple as possible: there may be many entries, and mail programs cut off large mails. */
const Entries = ({ list, color }: { list: LinkedEntry[]; color: string }) =>
  list.map(({ title, text: what, link }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and an order may be in it more than once
    <p key={index} className="text" style={entry}>
      <a className="accent" href={link} style={{ color, fontWeight: 600 }}>
        {title}
      </a>
      <br />
      {what}
    </p>
  ))

const Code = ({ code }: { code: string }) => (
  <p
    className="code"
    style={{
      margin: '0 0 20px',
      padding: '16px 24px',
      backgroundColor: '#f1f3f6',
      borderRadius: 8,
      fontFamily: "'SF Mono', Menlo, Consolas, 'Courier New', monospace",
      fontSize: 32,
      lineHeight: '40px',
      fontWeight: 600,
      letterSpacing: 6,
      textAlign: 'center',
      color: '#14171a',
    }}
  >
    {code}
  </p>
)

interface ButtonProps {
  link: string
  label: string
  colors: Brand['colors']
  orCopy: string
}

function Button({ link, label, colors, orCopy }: ButtonProps) {
  return (
    <>
      <table
        role="presentation"
        cellPadding={0}
        cellSpacing={0}
        border={0}
        className="button"
        style={{ margin: '8px 0 20px' }}
      >
        <tbody>
          <tr>
            <td align="center" style={{ borderRadius: 8, backgroundColor: colors.button }}>
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                style={{
                  display: 'inline-block',
                  padding: '13px 28px',
                  borderRadius: 8,
                  backgroundColor: colors.button,
                  color: colors.onButton,
                  fontSize: 16,
                  lineHeight: '22px',
                  fontWeight: 600,
                  textDecoration: 'none',
                }}
              >
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="small" style={{ ...small, margin: '0 0 20px' }}>
        {orCopy}
        <br />
        <a
          className="accent"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          style={{ color: colors.accent, wordBreak: 'break-all' }}
        >
          {link}
        </a>
      </p>
    </>
  )
}
