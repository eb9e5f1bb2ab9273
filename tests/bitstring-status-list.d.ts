// The package has no types of its own.
declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function decodeList(options: {
    encodedList: string
  }): Promise<{ length: number; getStatus: (index: number) => boolean }>
}
