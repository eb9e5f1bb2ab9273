const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML. */
export const asText = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)

/** A page of a simulator, as HTML; `content` is HTML too. */
export function framePage({ title, notice, content }: { title: string; notice: string; content: string }): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { background: Canvas; color: CanvasText; max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
  .notice { border-left: .25rem solid; padding: .5rem 1rem; }
  .problem { border: 2px solid; padding: .5rem 1rem; font-weight: bold; }
  table { width: 100%; border-collapse: collapse; }
  caption, legend { font-weight: bold; padding: 0; text-align: left; }
  th { font-weight: normal; text-align: left; }
  td { text-align: right; vertical-align: top; }
  th, td { padding: .375rem 0; border-bottom: 1px solid; overflow-wrap: anywhere; }
  fieldset { border: 0; margin: 2rem 0 0; padding: 0; min-width: 0; }
  label { display: block; margin-top: .75rem; }
  input:not([type=radio]), select { width: 100%; box-sizing: border-box; min-height: 2.75rem; font: inherit; padding: .25rem .5rem; }
  .choice { padding: .25rem 0; margin: 0; }
  button { min-height: 2.75rem; padding: 0 2rem; margin: 2rem 1rem 0 0; font: inherit; font-weight: bold; }
</style>
</head>
<body>
<main>
<p class="notice">${notice}</p>
${content}
</main>
</body>
</html>`
}
