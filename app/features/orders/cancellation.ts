/** Where a buyer writes to the seller. */
export interface Seller {
  name: string
  email: string
}

/** The buyer's right to cancel. The law requires it before and after the contract, so the wording is the same everywhere. */
export function cancellationRights({ email }: Seller, number: string | null): string[] {
  return [
    'You may cancel your order until 14 days after the last of it has reached you, without giving a reason.',
    `Tell us so in any clear way, such as by email to ${email}${number ? ` with the number ${number}` : ''}. You may use the form below, but need not. It is in time if you send it before the 14 days are over.`,
    'Send the goods back within 14 days of telling us. You pay for sending them. Within 14 days of getting them back, or proof that you sent them, we return what you paid, with standard delivery to you, the way you paid it. We may keep what they lost in value if they were handled more than was needed to look at them.',
    'This right does not hold for goods made to your own specification, such as one that carries a name you gave us. An item from our range in a size and colour you chose is not such a one.',
  ]
}

/** The cancellation form of the Consumer Contracts Regulations 2013, schedule 3, part B; one entry per line. */
export function cancellationForm({ name, email }: Seller, number: string | null): string[] {
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
export const faultyGoods =
  'If an item is wrong or damaged, please write to us within 7 days of receiving it, with a photograph. We send another or return your money, as you prefer. This takes nothing from your rights in law, which go on longer.'
