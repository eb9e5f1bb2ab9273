import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Text } from '@react-email/text'
import type { CSSProperties, ReactNode } from 'react'

// Email programs have no custom properties: the colours of tokens.css as values. The light ones stand at each element, since some
// programs drop the style sheet; the dark ones stand in the sheet, for programs that show mail in the dark and know the query.
const colours = {
  paper: '#fbf8f1',
  surface: '#fffefb',
  line: '#ddd3bf',
  ink: '#12213a',
  secondary: '#46526a',
  caption: '#5a6478',
  button: '#12213a',
  onButton: '#f7f1e4',
  poppy: '#c2321f',
}
const darkColours: typeof colours = {
  paper: '#0f1827',
  surface: '#162235',
  line: '#2a3a55',
  ink: '#f3ecdd',
  secondary: '#bcc6d5',
  caption: '#98a5b9',
  button: '#f3ecdd',
  onButton: '#12213a',
  poppy: '#f0735c',
}
const dark = (property: string, colour: keyof typeof colours) => `${property}:${darkColours[colour]}!important`
const darkRules = [
  `.paper{${dark('background-color', 'paper')}}`,
  `.paper>table>tbody>tr>td{${dark('background-color', 'paper')}}`,
  `.sheet{${dark('background-color', 'surface')};${dark('border-color', 'line')};${dark('border-top-color', 'poppy')}}`,
  `.ink{${dark('color', 'ink')}}`,
  `.secondary{${dark('color', 'secondary')}}`,
  `.caption{${dark('color', 'caption')}}`,
  `.rule{${dark('border-color', 'line')}}`,
  `.button{${dark('background-color', 'button')};${dark('color', 'onButton')}}`,
  `.bar-ink{${dark('background-color', 'ink')}}`,
  `.bar-poppy{${dark('background-color', 'poppy')}}`,
]
const darkSheet = `@media (prefers-color-scheme:dark){${darkRules.join('')}}`
const sans = "'Public Sans', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const serif = "'Source Serif 4', Charter, Georgia, Cambria, 'Times New Roman', serif"

const styles = {
  body: { backgroundColor: colours.paper, color: colours.ink, fontFamily: sans, margin: 0, padding: '24px 12px' },
  head: { margin: '0 0 20px' },
  bar: { padding: '0 2px 0 0', verticalAlign: 'bottom' },
  fill: { width: '4px', fontSize: '1px' },
  name: { fontFamily: serif, fontSize: '22px', fontWeight: 600, color: colours.ink, padding: '0 0 0 10px' },
  sheet: {
    backgroundColor: colours.surface,
    border: `1px solid ${colours.line}`,
    borderTop: `4px solid ${colours.poppy}`,
    borderRadius: '4px',
    maxWidth: '560px',
    padding: '32px 28px',
  },
  heading: { fontFamily: serif, fontSize: '26px', lineHeight: '1.2', fontWeight: 600, margin: '0 0 16px' },
  text: { fontSize: '16px', lineHeight: '1.6', margin: '0 0 16px', color: colours.ink },
  button: {
    backgroundColor: colours.button,
    color: colours.onButton,
    borderRadius: '4px',
    fontSize: '16px',
    fontWeight: 600,
    padding: '14px 22px',
    textDecoration: 'none',
  },
  address: { fontSize: '14px', lineHeight: '1.5', color: colours.secondary, margin: '16px 0', wordBreak: 'break-all' },
  link: { color: colours.ink, textDecoration: 'underline' },
  rule: { borderTop: `1px solid ${colours.line}`, margin: '24px 0 16px' },
  footer: { fontSize: '14px', lineHeight: '1.5', color: colours.caption, margin: '0 0 8px' },
} satisfies Record<string, CSSProperties>

interface MailFrameProps {
  title: string
  /** The preview text beside the subject. */
  preview: string
  /** Why the reader gets this email: "You're getting this email because ...". */
  reason: string
  /** The sender: name, description and an address for questions. */
  sender: { name: string; summary: string; email: string }
  children: ReactNode
}

/** The layout of every email: the name at the top, and at the bottom why it was sent and who sent it. */
export function MailLayout({ title, preview, reason, sender, children }: MailFrameProps) {
  return (
    <Html lang="en-GB">
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkSheet}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="paper" style={styles.body}>
        <Container className="sheet" style={styles.sheet}>
          <MailHead name={sender.name} />
          <Heading as="h1" className="ink" style={styles.heading}>
            {title}
          </Heading>
          {children}
          <Hr className="rule" style={styles.rule} />
          <Text className="caption" style={styles.footer}>
            {reason}
          </Text>
          <Text className="caption" style={styles.footer}>
            {sender.name}: {sender.summary} For questions write to{' '}
            <Link href={`mailto:${sender.email}`} className="ink" style={styles.link}>
              {sender.email}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

const bars = [
  { id: 'first', height: 24, colour: 'ink' },
  { id: 'second', height: 18, colour: 'ink' },
  { id: 'middle', height: 10, colour: 'poppy' },
  { id: 'fourth', height: 18, colour: 'ink' },
  { id: 'last', height: 24, colour: 'ink' },
] as const

/** The symbol, five bars with the red one in the middle, and the name. Email programs draw no SVG, so it is made of cells. */
function MailHead({ name }: { name: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={styles.head} data-skip-in-text={true}>
      <tbody>
        <tr>
          {bars.map(({ id, height, colour }) => (
            <td key={id} style={styles.bar}>
              <div
                className={`bar-${colour}`}
                style={{ ...styles.fill, height, lineHeight: `${height}px`, backgroundColor: colours[colour] }}
              >
                &nbsp;
              </div>
            </td>
          ))}
          <td className="ink" style={styles.name}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** A paragraph. */
export function MailText({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={styles.text}>
      {children}
    </Text>
  )
}

/** The call to action as a button, with its URL as text. */
export function MailButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <Button href={to} className="button" style={styles.button} data-skip-in-text={true}>
        {children}
      </Button>
      <Text className="secondary" style={styles.address}>
        <span data-skip-in-text={true}>Or copy this address into your browser: </span>
        <Link href={to} className="ink" style={styles.link}>
          {to}
        </Link>
      </Text>
    </>
  )
}

/** Links with a sentence each, for what can be done besides the call to action. */
export function MailLinks({ links }: { links: { to: string; label: string; text: string }[] }) {
  return links.map(({ to, label, text }) => (
    <MailText key={to}>
      <Link href={to} className="ink" style={styles.link}>
        {label}
      </Link>
      <br />
      {text}
    </MailText>
  ))
}

/** A paragraph that keeps its line breaks. */
export function MailLines({ lines }: { lines: string[] }) {
  return (
    <MailText>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never move
        <span key={index}>
          {index > 0 && <br />}
          {line}
        </span>
      ))}
    </MailText>
  )
}
