import { type DocumentKind, documentKinds } from '#app/features/verification/rules.ts'

interface Person {
  name: string
  branch: string
  relationship: string
  serviceNumber: string | null
}

/**
 * A paper of the demo as an SVG: no form that anybody issues, plainly marked as a sample, with what a reviewer looks for.
 */
export function drawSampleDocument(kind: DocumentKind, person: Person): string {
  return kind === 'veteran-card' ? drawCard(person) : drawPaper(documentKinds[kind], person)
}

const sans = 'font-family="DejaVu Sans, Arial, sans-serif"'
const serif = 'font-family="DejaVu Serif, Georgia, serif"'

/** 'SAMPLE' across all of it. */
function watermark(x: number, y: number, size: number): string {
  return `<text x="${x}" y="${y}" ${sans} font-size="${size}" font-weight="700" fill="#a32417" fill-opacity=".16"
    text-anchor="middle" transform="rotate(-24 ${x} ${y})">SAMPLE</text>`
}

function drawCard({ name, branch, serviceNumber }: Person): string {
  const line = (y: number, label: string, value: string) =>
    `<text x="360" y="${y}" ${sans} font-size="20" fill="#46526a">${label}</text>
     <text x="360" y="${y + 32}" ${sans} font-size="27" font-weight="700" fill="#12213a">${escaped(value)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640" viewBox="0 0 1000 640">
    <rect width="1000" height="640" fill="#c9c2b2"/>
    <rect x="40" y="40" width="920" height="560" rx="34" fill="#f7f1e4" stroke="#12213a" stroke-width="3"/>
    <path d="M40 130V74a34 34 0 0 1 34-34h852a34 34 0 0 1 34 34v56z" fill="#12213a"/>
    <text x="80" y="100" ${sans} font-size="34" font-weight="700" fill="#f7f1e4">Sample of a Veteran Card</text>
    <rect x="80" y="180" width="230" height="290" fill="#ded1b6"/>
    <circle cx="195" cy="285" r="58" fill="#8a7f68"/><path d="M95 470c0-70 45-104 100-104s100 34 100 104z" fill="#8a7f68"/>
    ${line(205, 'Name', name)}${line(285, 'Service', branch)}${line(365, 'Number', serviceNumber ? 'blacked out' : 'none')}
    <rect x="360" y="374" width="240" height="34" fill="#12213a"/>
    <text x="80" y="550" ${sans} font-size="22" fill="#46526a">Not a real card. Drawn for trying this site out.</text>
    ${watermark(560, 420, 150)}
  </svg>`
}

function drawPaper(title: string, { name, branch, relationship, serviceNumber }: Person): string {
  const facts: [string, string][] = [
    ['Name', name],
    ['Service', branch],
    ['Relationship', relationship],
    ['Number', serviceNumber ?? 'not given'],
    ['From', '04 September 2001'],
    ['To', '28 November 2014'],
  ]
  const lines = facts.map(([label, value], index) => {
    const y = 430 + index * 92
    return `<text x="120" y="${y}" ${sans} font-size="24" fill="#46526a">${label}</text>
      <text x="360" y="${y}" ${sans} font-size="28" font-weight="700" fill="#12213a">${escaped(value)}</text>
      <path d="M120 ${y + 26}H880" stroke="#cfc5ae" stroke-width="2"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1300" viewBox="0 0 1000 1300">
    <rect width="1000" height="1300" fill="#fdfbf4"/>
    <rect x="50" y="50" width="900" height="1200" fill="none" stroke="#12213a" stroke-width="4"/>
    <rect x="66" y="66" width="868" height="1168" fill="none" stroke="#12213a" stroke-width="1.5"/>
    <text x="500" y="200" ${serif} font-size="46" font-weight="700" fill="#12213a" text-anchor="middle">${escaped(title)}</text>
    <text x="500" y="256" ${sans} font-size="24" fill="#46526a" text-anchor="middle">Sample document, not a real form</text>
    ${lines.join('')}
    <circle cx="770" cy="1080" r="104" fill="none" stroke="#2b5b40" stroke-width="5" stroke-opacity=".7"/>
    <text x="770" y="1090" ${sans} font-size="30" font-weight="700" fill="#2b5b40" text-anchor="middle">SAMPLE</text>
    ${watermark(480, 760, 230)}
  </svg>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
