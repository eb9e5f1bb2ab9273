import { href } from 'react-router'
import { type BusinessStep, businessSteps } from './model.ts'

/** The path of the wizard that lists a business. */
export const businessWizardPath = href('/business-onboarding')

/** The path of a step of the wizard. */
export function businessStepPath(step: BusinessStep): string {
  return `${businessWizardPath}?step=${step}`
}

/** Parses the name of a step; null if there is no such step. */
export function parseBusinessStep(value: unknown): BusinessStep | null {
  return businessSteps.find((step) => step === value) ?? null
}

/** The step before (-1) or after (1) another; null at the ends. */
export function adjacentStep(step: BusinessStep, by: -1 | 1): BusinessStep | null {
  return businessSteps[businessSteps.indexOf(step) + by] ?? null
}
