import { notFoundProblem } from './respond.server.ts'

export const loader = notFoundProblem
export const action = notFoundProblem
