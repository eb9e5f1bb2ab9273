/** The fields of an enquiry to an owner, as its form sends them. Each has an email address of its own, as one may send a few a day. */
export function makeEnquiryForm(needs: string) {
  return {
    form: 'ask',
    needs,
    place: 'Kendal',
    name: 'Kim',
    email: `${needs}@sample.example`,
    phone: '',
    wantedBy: '',
    homepage: '',
  }
}

/** The fields of a member's profile, as its form sends them. */
export function makeProfileForm({ email, displayName }: { email: string; displayName: string }) {
  return {
    form: 'profile',
    firstName: 'Sam',
    lastName: 'Sample',
    displayName,
    personalEmail: email,
    personalMobile: '07700900456',
    militaryRelationshipTypeId: '1',
  }
}
