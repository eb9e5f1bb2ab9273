/** In a page: whether its scripts have taken over. */
export function isHydrated(): boolean {
  const last = document.querySelector('footer') ?? document.querySelector('main')
  return last !== null && Object.keys(last).some((key) => key.startsWith('__reactProps'))
}
