import type { ToastMessage } from '#app/ui/toast.tsx'

const failed: ToastMessage = {
  title: 'Upload failed',
  description: 'The picture could not be sent. Please try again.',
  bad: true,
}

/** Sends a form with a file, telling how far it is (0 to 100); resolves to what the server says of it. */
export function sendFile(
  address: string,
  form: FormData,
  onProgress: (percentage: number) => void,
): Promise<ToastMessage> {
  return new Promise((resolve) => {
    // fetch() does not tell how much of a body is sent.
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(Math.round((loaded / total) * 100))
    })
    request.addEventListener('load', () => resolve((request.response as { toast?: ToastMessage })?.toast ?? failed))
    request.addEventListener('error', () => resolve(failed))
    request.addEventListener('abort', () => resolve(failed))
    request.responseType = 'json'
    request.open('POST', address)
    request.setRequestHeader('Accept', 'application/json')
    request.send(form)
  })
}
