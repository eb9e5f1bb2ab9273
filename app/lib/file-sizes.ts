/** Formats the size of a file: '12 KB', '3.4 MB'. */
export function formatFileSize(bytes: number): string {
  const kilobytes = bytes / 1_024
  return kilobytes < 1_024 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1_024).toFixed(1)} MB`
}
