import { describe, expect, test } from 'vitest'
import { formatOrderDeliveryEstimate } from '../views/rules.ts'
import { deliveryCountries, flatRateShippingChoice, shippingChoiceWithDeliveryEstimate } from './delivery-rules.ts'

const rate = { id: 'STANDARD', name: 'Flat Rate', amount: 399, minDays: 4, maxDays: 7 }

describe('how long delivery takes', () => {
  // spec: 217.1
  test('is the same at the checkout and of the order, as the terms have it', () => {
    expect(shippingChoiceWithDeliveryEstimate(rate, 'GB')).toMatchObject({ amount: 399, minDays: 6, maxDays: 8 })
    expect(formatOrderDeliveryEstimate('STANDARD', 'GB')).toContain('6–8 business days')
    for (const country of deliveryCountries) {
      const { minDays, maxDays } = shippingChoiceWithDeliveryEstimate(rate, country)
      expect(formatOrderDeliveryEstimate('STANDARD', country)).toContain(` ${minDays}–${maxDays} business days`)
      expect(flatRateShippingChoice(country)).toMatchObject({ minDays, maxDays })
    }
  })

  test('by a faster way is for the print provider to say', () => {
    const express = { ...rate, id: 'PRINTFUL_FAST', minDays: 2, maxDays: 3 }
    expect(shippingChoiceWithDeliveryEstimate(express, 'GB')).toEqual(express)
    expect(formatOrderDeliveryEstimate('PRINTFUL_FAST', 'GB')).toBeNull()
  })
})
