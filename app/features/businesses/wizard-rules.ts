import { href } from 'react-router'
import { type BusinessWizardStep, businessWizardSteps } from './model.ts'

/** The path of the wizard that lists a business. */
export const businessWizardPath = href('/business-onboarding')

/** The path of a step of the wizard. */
export function businessWizardStepPath(step: BusinessWizardStep): string {
  return `${businessWizardPath}?step=${step}`
}

/** Parses the name of a step; null if there is no such step. */
export function parseBusinessWizardStep(value: unknown): BusinessWizardStep | null {
  return businessWizardSteps.find((step) => step === value) ?? null
}

/** The step before (-1) or after (1) another; null at the ends. */
export function adjacentBusinessWizardStep(step: BusinessWizardStep, by: -1 | 1): BusinessWizardStep | null {
  return businessWizardSteps[businessWizardSteps.indexOf(step) + by] ?? null
}
