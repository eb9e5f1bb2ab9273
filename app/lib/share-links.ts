/** URLs to share a page by email and on social networks. */
export function socialShareLinksOfPage(name: string, address: string) {
  // Email programs do not decode a plus, so spaces are percent-encoded.
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
