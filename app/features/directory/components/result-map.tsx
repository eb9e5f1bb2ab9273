import type { MouseEvent } from 'react'
import { href } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { UkMapDrawing } from '#app/ui/country.tsx'
import { Link } from '#app/ui/link.tsx'
import type { DirectoryMapArea, DirectoryMapData, DirectoryMapMarkName, DirectoryMapPlace } from '../map/model.ts'
import type { DirectorySearch, PagedDirectoryResults } from '../model.ts'
import { businessCardElementId, directorySearchPath } from './directory-path.ts'
import './result-map.css'

interface DirectoryMapPanelProps {
  map: DirectoryMapData
  search: DirectorySearch
  /** The results on the same page: the map leads to their cards. */
  result: PagedDirectoryResults
}

/** A search on our own map: around a place its towns with their firms, otherwise the areas that it can be narrowed to. */
export function DirectoryMapPanel({ map, search, result }: DirectoryMapPanelProps) {
  const { areas, around } = map
  const title = titleOf(map)
  const pathOf = (area: DirectoryMapArea) => directorySearchPath({ ...search, near: area.near ?? '', page: 1 })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles clicks on the links inside it
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click
    <div className="result-map" onClick={showWhereLinkLeads}>
      <h3>{title}</h3>
      {areas.length === 0 ? (
        <p>None of these results can be shown on the map.</p>
      ) : (
        <div className="map-drawing">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be drawn in */}
          <svg className={`is-${map.depth}`} role="group" aria-label={title}>
            <svg className="result-map-country" viewBox={map.viewBox} preserveAspectRatio="none" aria-hidden="true">
              <UkMapDrawing />
            </svg>
            {around && <Rings around={around} />}
            {areas.map(
              ({ label, mark }) =>
                mark &&
                mark.from !== 0 && (
                  <circle
                    key={label}
                    className={`map-dot map-until-${mark.from}`}
                    cx={`${mark.x}%`}
                    cy={`${mark.y}%`}
                    r="0.25em"
                  />
                ),
            )}
            {around?.mark && (
              <svg x={`${around.mark.x}%`} y={`${around.mark.y}%`} aria-hidden="true">
                <circle className="map-dot is-here" r={`${around.mark.size}em`} />
                <MarkName name={around.mark.name} />
              </svg>
            )}
            {areas.map((area, index) =>
              area.near === null ? (
                <TownMark key={area.label} area={area} to={`#${townElementId(index)}`} />
              ) : (
                <AreaBar key={area.label} area={area} to={pathOf(area)} />
              ),
            )}
          </svg>
        </div>
      )}
      <div className="map-list">
        <ul>
          {areas.map((area, index) => (
            <li key={area.label}>
              {area.near === null ? (
                <TownFirms area={area} id={townElementId(index)} search={search} result={result} />
              ) : (
                <Link to={pathOf(area)} preventScrollReset>
                  {nameOf(area)}
                </Link>
              )}
            </li>
          ))}
        </ul>
        <Unlisted map={map} total={result.total} />
      </div>
    </div>
  )
}

function TownMark({ area, to }: { area: DirectoryMapArea; to: string }) {
  const { mark, isHere } = area
  if (!mark || mark.from === null) return null
  return (
    <a href={to} aria-label={nameOf(area)} className={`map-town map-from-${mark.from}`}>
      <svg x={`${mark.x}%`} y={`${mark.y}%`}>
        <title>{nameOf(area)}</title>
        <circle className={isHere ? 'map-bar is-here' : 'map-bar'} r={`${mark.size}em`} />
        {/* In the order of the link's name, which says the same. */}
        <MarkName name={mark.name} />{' '}
        <text className="map-town-count" dy="0.36em" textAnchor="middle">
          {mark.count}
        </text>
      </svg>
    </a>
  )
}

function AreaBar({ area, to }: { area: DirectoryMapArea; to: string }) {
  const { mark } = area
  if (!mark || mark.from === null) return null
  const name = nameOf({ ...area, label: mark.name?.text ?? area.label })
  return (
    <Link to={to} aria-label={name} className={`map-from-${mark.from}`} preventScrollReset>
      <svg x={`${mark.x}%`} y={`${mark.y}%`}>
        <title>{nameOf(area)}</title>
        <rect
          className="map-bar-target"
          x="-0.9em"
          y={`${-mark.size - 1.2}em`}
          width="1.8em"
          height={`${mark.size + 1.3}em`}
        />
        <rect className="map-bar" x="-0.3em" y={`${-mark.size}em`} width="0.6em" height={`${mark.size}em`} />
        <MarkName name={mark.name} />{' '}
        <text className="map-name" dy={`${-mark.size - 0.25}em`} textAnchor="middle">
          {mark.count}
        </text>
      </svg>
    </Link>
  )
}

function MarkName({ name }: { name: DirectoryMapMarkName | null }) {
  return (
    name && (
      <text
        className={`map-name map-from-${name.from}`}
        dx={`${name.dx}em`}
        dy={`${name.dy}em`}
        textAnchor={name.anchor}
      >
        {name.text}
      </text>
    )
  )
}

function Rings({ around: { rings } }: { around: DirectoryMapPlace }) {
  return rings.map(({ miles, reach, text }) => (
    <svg key={miles} aria-hidden="true">
      <circle className="result-map-ring" cx="50%" cy="50%" r={`${reach}%`} />
      {text && (
        <text className="map-name is-ring map-from-1" x={`${text.x}%`} y={`${text.y}%`} dy="0.36em" textAnchor="middle">
          {formatCountWithNoun(miles, 'mile')}
        </text>
      )}
    </svg>
  ))
}

/** The firms of a town, each a link to its card, or to its page where the card is on another page of the results. */
function TownFirms({
  area,
  id,
  search,
  result,
}: Pick<DirectoryMapPanelProps, 'search' | 'result'> & { area: DirectoryMapArea; id: string }) {
  const more = area.firms - area.named.length
  return (
    <details>
      <summary>{nameOf(area)}</summary>
      {/* Inside the details, so that a browser opens them for a link to it. */}
      <ul id={id} tabIndex={-1}>
        {area.named.map(({ slug, name }) => (
          <li key={slug}>
            {result.businesses.some((business) => business.slug === slug) ? (
              <a href={`#${businessCardElementId(slug)}`}>{name}</a>
            ) : (
              <Link to={href('/business/:slug', { slug })}>{name}</Link>
            )}
          </li>
        ))}
        {more > 0 && (
          <li>
            {area.label === null ? (
              `and ${more.toLocaleString('en-GB')} more`
            ) : (
              <Link to={directorySearchPath({ ...search, city: area.label, page: 1 })}>
                and {more.toLocaleString('en-GB')} more
              </Link>
            )}
          </li>
        )}
      </ul>
    </details>
  )
}

/** What the search finds beside the firms that are listed by area. */
function Unlisted({ map: { areas, firms, unlistedAreas, around }, total }: { map: DirectoryMapData; total: number }) {
  const unlisted = firms - areas.reduce((sum, area) => sum + area.firms, 0)
  const beyond = around ? total - firms : 0
  return (
    <>
      {unlisted > 0 && (
        <p>
          and {formatBusinesses(unlisted)} in {formatCountWithNoun(unlistedAreas, 'smaller place')}
        </p>
      )}
      {around && beyond > 0 && (
        <p>
          and {beyond.toLocaleString('en-GB')} {beyondText(around, beyond === 1)}
        </p>
      )}
    </>
  )
}

function beyondText({ beyond, label, miles }: DirectoryMapPlace, isOne: boolean): string {
  if (beyond === 'any distance') return `farther than ${formatCountWithNoun(miles, 'mile')} away`
  const does = isOne ? 'comes' : 'come'
  return beyond === 'come'
    ? `that ${does} to ${label} from farther away`
    : `from farther away that ${does} to ${label} or ${isOne ? 'mentions' : 'mention'} it`
}

function titleOf({ depth, around }: DirectoryMapData): string {
  if (around) return `Where they are, within ${formatCountWithNoun(around.miles, 'mile')} of ${around.label}`
  return depth === 'region' ? 'Where they are, by post town' : 'Where they are, by region'
}

function nameOf({ label, firms }: DirectoryMapArea): string {
  return `${label ?? 'Town not given'}: ${formatBusinesses(firms)}`
}

function formatBusinesses(count: number): string {
  return formatCountWithNoun(count, 'business', 'businesses')
}

function townElementId(index: number): string {
  return `map-town-${index + 1}`
}

/** Opens the town or brings into view the card that a link leads to, and moves the focus there. Without a script the browser does so. */
function showWhereLinkLeads(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = (event.target as Element).closest('a[href^="#"]')
  const target = document.getElementById(link?.getAttribute('href')?.slice(1) ?? '')
  if (!target) return
  event.preventDefault()
  const town = target.closest('details')
  if (town) town.open = true
  ;(town ?? target).scrollIntoView({ block: 'nearest' })
  const focused = (town ?? target).querySelector<HTMLElement>('summary, h3 a')
  focused?.focus({ preventScroll: true })
}
