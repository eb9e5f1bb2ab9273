/**
 * The names of forms. A page sends one in the field `form`; the route hands the form to the definition with the same name
 * (`defineForm`). Each feature adds its own in its `model.ts`; here are those of the page's frame.
 */
export interface FormNamesByFeature {
  frame: 'appearance' | 'cookie-preferences'
}

export type FormName = FormNamesByFeature[keyof FormNamesByFeature]
