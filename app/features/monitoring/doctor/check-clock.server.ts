import { clockSeconds } from '#app/platform/.server/clock.ts'
import { bad, type Finding, good } from './finding-model.ts'

/** @param ahead milliseconds by which another clock is ahead of ours */
export function checkClock(ahead: number, whose: string): Finding {
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  return seconds <= clockSeconds
    ? good('Clock', `agrees with ${whose}`)
    : bad(
        'Clock',
        `differs from ${whose} by ${seconds} s`,
        'Have both machines take their time from the network: systemctl enable --now systemd-timesyncd.',
      )
}
