import { parse } from 'csv-parse/sync'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { NationalGridPosition } from './model.ts'

/** The files of places, from the working directory. */
export const placeFilePaths = ['content/uk-outcodes.csv', 'content/places.yaml'] as const

const placesSchema = z.strictObject({
  towns: z.record(z.enum(['1', '2', '3']), z.record(z.string(), z.string())),
  /** By name and county, where an outcode is. */
  namesakes: z.record(z.string(), z.record(z.string(), z.string())),
  otherNames: z.record(z.string(), z.string()),
  elsewhere: z.array(
    z.strictObject({ names: z.array(z.string()), postcodes: z.array(z.string()), message: z.string() }),
  ),
  abroad: z.array(z.string()),
  regions: z.array(z.string()),
  /** With what each holds: regions of uk-outcodes.csv, counties, postcode areas and outcodes. */
  counties: z.record(z.string(), z.array(z.string())),
})

export type PlacesFile = z.output<typeof placesSchema>

/** @throws Error that says what is wrong and where */
export function parsePlacesFile(yaml: string): PlacesFile {
  const result = placesSchema.safeParse(parseYaml(yaml))
  if (!result.success) throw new Error(`content/places.yaml is not right:\n${z.prettifyError(result.error)}`)
  return result.data
}

/** An outcode with what uk-outcodes.csv says of it, which is empty for many. */
export interface Outcode {
  name: string
  position: NationalGridPosition
  town: string
  /** Its county or district, without the 'City of' or 'The' before it. */
  region: string
  /** 'South East', 'Wales'. */
  ukRegion: string
}

/** Reads the outcodes of the United Kingdom; those of the Crown Dependencies, which are on another grid, only if they are asked for. */
export function parseOutcodesFile(csv: string, all = false): Outcode[] {
  const rows: Record<string, string>[] = parse(csv, { columns: true })
  return rows.flatMap(({ postcode = '', eastings, northings, town = '', region = '', uk_region = '' }) =>
    uk_region === 'Crown Dependencies' && !all
      ? []
      : {
          name: postcode,
          position: { x: Number(eastings), y: Number(northings) },
          town,
          region: region.replace(/^(City of|The) /, ''),
          ukRegion: uk_region.replace(/(?<! of) England$/, ''),
        },
  )
}
