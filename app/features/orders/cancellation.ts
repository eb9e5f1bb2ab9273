/** Where a buyer writes to the seller. */
export interface ShopSeller {
  name: string
  email: string
}

/** The buyer's right to cancel. The law requires it before and after the contract, so the wording is the same everywhere. */
export function orderCancellationTerms({ email }: ShopSeller, number: string | null): string[] {
  return [
    'You can cancel your order up to 14 days after you receive the last item. You do not need to give a reason.',
    `Tell us clearly that you want to cancel, for example by email to ${email}${number ? ` with the number ${number}` : ''}. You can use the form below, but you do not have to. You are in time if you send it before the 14 days end.`,
    'Send the goods back within 14 days of telling us. You pay for the return. Within 14 days of getting them back, or proof that you sent them, we refund what you paid, including standard delivery to you, by the same payment method. We can deduct any loss in value if you handled them more than you needed to look at them.',
    'You cannot cancel goods made to your own specification, such as an item with a name you gave us. You can cancel an item from our range in a size and colour you chose.',
  ]
}

/** The cancellation form of the Consumer Contracts Regulations 2013, schedule 3, part B; one entry per line. */
export function orderCancellationFormLines({ name, email }: ShopSeller, number: string | null): string[] {
  return [
    `To ${name}, ${email}:`,
    'I/We hereby give notice that I/We cancel my/our contract of sale of the following goods:',
    `Order number: ${number ?? '..........'}`,
    'Ordered on/received on: ..........',
    'Name of consumer(s): ..........',
    'Address of consumer(s): ..........',
    'Signature of consumer(s) (only if this form is notified on paper): ..........',
    'Date: ..........',
  ]
}

/** The terms for goods that are wrong or damaged. */
export const faultyGoodsTerms =
  'If an item is wrong or damaged, write to us within 7 days of receiving it, with a photograph. We will replace it or refund you, whichever you prefer. This does not affect your legal rights, which last longer.'
