import { LongTextField, SelectField } from '#app/ui/field.tsx'
import { ButtonForm, FormFrame } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { LabelledNumbers } from '#app/ui/stats.tsx'
import {
  invalidPartnerCodesToast,
  type OfferPartner,
  offerPartners,
  type PartnerOfferForStaff,
  partnerCodeLimits,
} from '../model.ts'

interface OffersProps {
  offers: PartnerOfferForStaff[]
  /** Whether the reader may add codes. */
  isAdmin: boolean
  answer: FormRefusal | undefined
}

const count = (value: number) => value.toLocaleString('en-GB')

/** The offers of partners: how many codes there are, and, for admins, the forms to add and remove them. */
export function StaffPartnerOfferSections({ offers, isAdmin, answer }: OffersProps) {
  return offers.map((offer) => {
    const { partner, isOffered, hasShared, left, given, waiting } = offer
    const name = offerPartners[partner]
    return (
      <section key={partner} aria-labelledby={partner}>
        <h2 id={partner}>{name}</h2>
        <LabelledNumbers
          figures={[
            {
              label: 'Codes left',
              value: hasShared ? 'One for all' : count(left),
              note: hasShared && left > 0 ? `${count(left)} single codes are kept` : 'That nobody has',
            },
            { label: 'Codes given', value: count(given), note: 'Each to one member' },
            {
              label: 'Members waiting',
              value: count(waiting),
              note: 'Each gets a code within ten minutes of it being added',
            },
          ]}
        />
        {!isOffered && (
          <Notice tone="waiting">
            <p>The page of {name} has no offer, so nobody gets a code.</p>
          </Notice>
        )}
        {isOffered && waiting > 0 && left === 0 && !hasShared && (
          <Notice tone="bad">
            <p>
              No codes are left, and members wait for one. {isAdmin ? 'Add codes below.' : 'An admin can add codes.'}
            </p>
          </Notice>
        )}
        {isAdmin && (
          <>
            <AddCodes partner={partner} answer={answer?.form === 'add-codes' ? answer : undefined} />
            {(left > 0 || hasShared) && <RemoveCodes offer={offer} />}
          </>
        )}
      </section>
    )
  })
}

function AddCodes({ partner, answer }: { partner: OfferPartner; answer: FormRefusal | undefined }) {
  const form = useSchemaForm({
    id: `codes-${partner}`,
    loadSchema: () => import('../form-schema.ts').then(({ addPartnerCodesSchema: codesSchema }) => codesSchema),
    lastResult: answer?.result,
    defaultValue: { partner, kind: 'single' },
    onInvalid: invalidPartnerCodesToast,
  })
  return (
    <FormFrame name="add-codes" form={form} answer={answer} submit="Add codes" busy="Adding...">
      <input type="hidden" name="partner" value={partner} />
      <SelectField {...form.field('kind')} label="Kind" hint="A code for all takes the place of the one before it.">
        <option value="single">Single codes, each for one member</option>
        <option value="shared">One code for all members</option>
      </SelectField>
      <LongTextField
        {...form.field('codes')}
        label="Codes"
        hint={`One a line, at most ${count(partnerCodeLimits.codes)} at a time. Codes that were added before are left out.`}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        required
      />
    </FormFrame>
  )
}

function RemoveCodes({ offer: { partner, left, hasShared } }: { offer: PartnerOfferForStaff }) {
  return (
    <details className="disclosure">
      <summary>Remove codes that nobody has</summary>
      <p>
        {left > 0 && `${count(left)} single ${left === 1 ? 'code' : 'codes'}`}
        {left > 0 && hasShared && ' and '}
        {hasShared && 'the code for all'} will be deleted here. Members keep what they were sent.
      </p>
      <ButtonForm name="remove-codes" values={{ partner }} submit="Remove codes" busy="Removing..." kind="danger" />
    </details>
  )
}
