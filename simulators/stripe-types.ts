import type Stripe from 'stripe'

// Holds the simulator to the types of Stripe's own library: a field or a word that Stripe does not have is refused when compiled.

/** The words of a type without `OtherString`, by which Stripe's types take any word, for those that come later. */
type Literals<Type> = Type extends string ? (string extends Type ? never : Type) : never
type Known<Type> = [Literals<Type>] extends [never] ? Type : Literals<Type> | Exclude<Type, string>

type ItemOf<Type> = Type extends readonly (infer Item)[] ? Item : never
type FieldsOf<Type> = Type extends readonly unknown[] ? never : Extract<Type, object>

/** The fields that `Part` may have of Stripe's type `Whole`, with what each may be: some may be missing, and no others may be there. */
export type Fields<Part, Whole> = {
  [Key in keyof Part]: Key extends keyof Whole ? Within<Part[Key], Whole[Key]> : never
}

type Within<Part, Whole> = Part extends undefined
  ? Part
  : Part extends readonly (infer Item)[]
    ? Within<Item, ItemOf<Whole>>[]
    : Part extends object
      ? [FieldsOf<Whole>] extends [never]
        ? never
        : Fields<Part, FieldsOf<Whole>>
      : Known<Whole>

/** `Part`, which has only fields of Stripe's type `Whole`, with values that these may have. */
export type PartOf<Whole, Part extends Fields<Part, Whole>> = Part

/** What Stripe posts in an event of this type. */
export type ObjectOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>['data']['object']

/** Type and code of an error. */
export type ErrorType = Known<Stripe.PaymentIntent.LastPaymentError.Type>
export type ErrorCode = Known<Stripe.PaymentIntent.LastPaymentError.Code>
