/** Addresses by which a visitor passes a page on: a mail of their own, and what networks open for it. */
export function shareLinks(name: string, address: string) {
  // Mail programs read a plus as itself, so spaces are written out.
  const mail = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(`${name}\n${address}`)}`
  const networks = [
    {
      network: 'linkedin',
      label: 'LinkedIn',
      href: `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: address })}`,
    },
    {
      network: 'facebook',
      label: 'Facebook',
      href: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address })}`,
    },
    {
      network: 'twitter',
      label: 'X',
      href: `https://x.com/intent/post?${new URLSearchParams({ text: name, url: address })}`,
    },
  ] as const
  return { mail, networks }
}
