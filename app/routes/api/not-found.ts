import { respondApiNotFound } from './respond.server.ts'

export const loader = respondApiNotFound
export const action = respondApiNotFound
