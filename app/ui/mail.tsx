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

// Email programs support no stylesheets and custom properties: the light colours of tokens.css as values.
const colours = {
  paper: '#fbf8f1',
  surface: '#fffefb',
  line: '#ddd3bf',
  ink: '#12213a',
  secondary: '#46526a',
  caption: '#5a6478',
  navy: '#12213a',
  onNavy: '#f7f1e4',
  poppy: '#c2321f',
}
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
    backgroundColor: colours.navy,
    color: colours.onNavy,
    borderRadius: '4px',
    fontSize: '16px',
    fontWeight: 600,
    padding: '14px 22px',
    textDecoration: 'none',
  },
  address: { fontSize: '14px', lineHeight: '1.5', color: colours.secondary, margin: '16px 0', wordBreak: 'break-all' },
  link: { color: colours.ink, textDecoration: 'underline' },
  rule: { borderColor: colours.line, margin: '24px 0 16px' },
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
export function MailFrame({ title, preview, reason, sender, children }: MailFrameProps) {
  return (
    <Html lang="en-GB">
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={styles.body}>
        <Container style={styles.sheet}>
          <MailHead name={sender.name} />
          <Heading as="h1" style={styles.heading}>
            {title}
          </Heading>
          {children}
          <Hr style={styles.rule} />
          <Text style={styles.footer}>{reason}</Text>
          <Text style={styles.footer}>
            {sender.name}: {sender.summary} For questions write to{' '}
            <Link href={`mailto:${sender.email}`} style={styles.link}>
              {sender.email}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

const bars = [
  { id: 'first', height: 24, colour: colours.navy },
  { id: 'second', height: 18, colour: colours.navy },
  { id: 'middle', height: 10, colour: colours.poppy },
  { id: 'fourth', height: 18, colour: colours.navy },
  { id: 'last', height: 24, colour: colours.navy },
]

/** The symbol, five bars with the red one in the middle, and the name. Email programs draw no SVG, so it is made of cells. */
function MailHead({ name }: { name: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={styles.head} data-skip-in-text={true}>
      <tbody>
        <tr>
          {bars.map(({ id, height, colour }) => (
            <td key={id} style={styles.bar}>
              <div style={{ ...styles.fill, height, lineHeight: `${height}px`, backgroundColor: colour }}>&nbsp;</div>
            </td>
          ))}
          <td style={styles.name}>{name}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** A paragraph. */
export function MailText({ children }: { children: ReactNode }) {
  return <Text style={styles.text}>{children}</Text>
}

/** The call to action as a button, with its URL as text. */
export function MailButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <Button href={to} style={styles.button} data-skip-in-text={true}>
        {children}
      </Button>
      <Text style={styles.address}>
        <span data-skip-in-text={true}>Or copy this address into your browser: </span>
        <Link href={to} style={styles.link}>
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
      <Link href={to} style={styles.link}>
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
