import { href } from 'react-router'
import { type WizardStep, wizardSteps } from './schema.ts'

/** The path of the wizard that lists a business. */
export const wizardPath = href('/business-onboarding')

/** The path of a step of the wizard. */
export function stepPath(step: WizardStep): string {
  return `${wizardPath}?step=${step}`
}

/** Parses the name of a step; null if there is no such step. */
export function readStep(value: unknown): WizardStep | null {
  return wizardSteps.find((step) => step === value) ?? null
}

/** The step before (-1) or after (1) another; null at the ends. */
export function adjacentStep(step: WizardStep, by: -1 | 1): WizardStep | null {
  return wizardSteps[wizardSteps.indexOf(step) + by] ?? null
}
