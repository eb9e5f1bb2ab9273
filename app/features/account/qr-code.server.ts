import QRCode from 'qrcode'

/** A QR code as one SVG path: `size` modules per side, without the quiet zone. */
export interface QrCode {
  size: number
  path: string
}

/** Encodes a text as a QR code; each run of dark modules in a row becomes one rectangle. */
export function drawQrCode(text: string): QrCode {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const runs: string[] = []
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!data[row * size + column]) continue
      const start = column
      while (column < size && data[row * size + column]) column += 1
      runs.push(`M${start} ${row}h${column - start}v1h-${column - start}z`)
    }
  }
  return { size, path: runs.join('') }
}
