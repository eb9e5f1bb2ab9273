import { heicPhotograph } from '#tests/factories/documents.ts'

// Photographs of telephones made anew: grids of a tile of 64 by 64 pixels, as cameras write them, with whatever their boxes say.

const source = heicPhotograph()

/** What a box of the telephone's photograph holds. */
function contentOf(type: string): Buffer {
  const at = source.indexOf(type, 'latin1')
  return source.subarray(at + 4, at - 4 + source.readUInt32BE(at - 4))
}

const box = (type: string, ...contents: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + contents.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...contents])
}
const fullBox = (type: string, version: number, ...contents: Buffer[]) => flagged(type, version, 0, ...contents)
const flagged = (type: string, version: number, flags: number, ...contents: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, flags]), ...contents)
const uint16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])))
const uint32 = (...values: number[]) => Buffer.concat(values.map((value) => uint16(value >>> 16, value & 0xffff)))

/** The tile's picture, without the metadata behind it. */
const tile = contentOf('mdat').subarray(0, 0x79)

export interface HeicGrid {
  rows: number
  columns: number
  /** Pixels of the whole, as the grid says; those of its tiles by default. */
  width?: number
  height?: number
  /** What the file says of the size of a tile, whose picture stays 64 by 64. */
  tileSide?: number
  /** How many tiles there really are. */
  tiles?: number
  /** Whether the grid is its own first tile. */
  isOwnTile?: boolean
}

/** A grid of tiles that all show the same. Each is an item of its own, and their picture is in the file once. */
export function heicGrid({ rows, columns, tileSide = 64, ...rest }: HeicGrid): Buffer {
  const { width = columns * tileSide, height = rows * tileSide, tiles = rows * columns, isOwnTile = false } = rest
  const content = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), uint32(width, height)])
  const items = Array.from({ length: tiles }, (_, index) => index + 1)
  const grid = tiles + 1
  // Tiles are hidden: they are no pictures of their own.
  const entry = (id: number, type: string) =>
    flagged('infe', 2, type === 'hvc1' ? 1 : 0, uint16(id, 0), Buffer.from(`${type}\0`, 'latin1'))
  const make = (start: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, uint32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, uint16(grid)),
      box('idat', content),
      fullBox(
        'iloc',
        1,
        uint16(0x4400, grid),
        ...items.flatMap((id) => [uint16(id, 0, 0, 1), uint32(start, tile.length)]),
        ...[uint16(grid, 1, 0, 1), uint32(0, content.length)],
      ),
      fullBox('iinf', 0, uint16(grid), ...items.map((id) => entry(id, 'hvc1')), entry(grid, 'grid')),
      box(
        'iprp',
        box(
          'ipco',
          box('hvcC', contentOf('hvcC')),
          fullBox('ispe', 0, uint32(tileSide, tileSide)),
          fullBox('ispe', 0, uint32(width, height)),
        ),
        fullBox(
          'ipma',
          0,
          uint32(grid),
          ...items.flatMap((id) => [uint16(id), Buffer.from([2, 0x81, 2])]),
          ...[uint16(grid), Buffer.from([1, 3])],
        ),
      ),
      fullBox('iref', 0, box('dimg', uint16(grid, tiles, ...(isOwnTile ? [grid, ...items.slice(1)] : items)))),
    )
  const kind = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'))
  return Buffer.concat([kind, make(kind.length + make(0).length + 8), box('mdat', tile)])
}
