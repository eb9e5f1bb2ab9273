import { useEffect } from 'react'
import { OptionalFieldLabel, SelectField, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { invalidProfileToast, type ProfileView } from '../model.ts'

interface ProfileFormProps {
  profile: ProfileView
  relationships: { id: number; name: string }[]
  answer: FormRefusal | undefined
}

const id = 'profile'

/** The member's own details. */
export function ProfileForm({ profile, relationships, answer }: ProfileFormProps) {
  const form = useSchemaForm({
    id,
    loadSchema: () => import('../form-schema.ts').then(({ profileSchema }) => profileSchema),
    lastResult: answer?.result,
    defaultValue: {
      firstName: profile.firstName,
      lastName: profile.lastName,
      displayName: profile.displayName,
      personalEmail: profile.personalEmail,
      personalMobile: profile.personalMobile,
      militaryRelationshipTypeId: profile.militaryRelationshipTypeId?.toString(),
    },
    onInvalid: invalidProfileToast,
  })
  const savedAt = profile.updatedAt?.getTime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once saved, the fields show what was kept of them.
  useEffect(() => {
    const element = document.getElementById(id)
    if (element instanceof HTMLFormElement) element.reset()
  }, [savedAt])

  return (
    <FormFrame name="profile" form={form} answer={answer} submit="Save changes" busy="Saving...">
      <div className="two-fields">
        <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
        <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" required />
      </div>
      <TextField
        {...form.field('displayName')}
        label={<OptionalFieldLabel>Display name</OptionalFieldLabel>}
        hint="Shown in place of your name."
        autoComplete="nickname"
      />
      <TextField
        {...form.field('personalEmail')}
        label="Email"
        hint="We use this to contact you. Your login email is under Security."
        type="email"
        autoComplete="email"
        required
      />
      <TextField
        {...form.field('personalMobile')}
        label={<OptionalFieldLabel>Mobile</OptionalFieldLabel>}
        type="tel"
        autoComplete="tel"
      />
      <SelectField
        {...form.field('militaryRelationshipTypeId')}
        label={<OptionalFieldLabel>Military relationship</OptionalFieldLabel>}
      >
        <option value="">Not set</option>
        {relationships.map((relationship) => (
          <option key={relationship.id} value={relationship.id}>
            {relationship.name}
          </option>
        ))}
      </SelectField>
    </FormFrame>
  )
}
