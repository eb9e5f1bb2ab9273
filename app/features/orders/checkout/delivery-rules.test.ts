import { describe, expect, test } from 'vitest'
import { formatDelivery } from '../views/rules.ts'
import { deliveryCountries, fixedChoice, withEstimate } from './delivery-rules.ts'

const rate = { id: 'STANDARD', name: 'Flat Rate', amount: 399, minDays: 4, maxDays: 7 }

describe('how long delivery takes', () => {
  // spec: 217.1
  test('is the same at the checkout and of the order, as the terms have it', () => {
    expect(withEstimate(rate, 'GB')).toMatchObject({ amount: 399, minDays: 6, maxDays: 8 })
    expect(formatDelivery('STANDARD', 'GB')).toContain('6–8 business days')
    for (const country of deliveryCountries) {
      const { minDays, maxDays } = withEstimate(rate, country)
      expect(formatDelivery('STANDARD', country)).toContain(` ${minDays}–${maxDays} business days`)
      expect(fixedChoice(country)).toMatchObject({ minDays, maxDays })
    }
  })

  test('by a faster way is for the print provider to say', () => {
    const express = { ...rate, id: 'PRINTFUL_FAST', minDays: 2, maxDays: 3 }
    expect(withEstimate(express, 'GB')).toEqual(express)
    expect(formatDelivery('PRINTFUL_FAST', 'GB')).toBeNull()
  })
})
