/** Name of the form field with the id of the member for whom the form was rendered; see `refuseOtherAccount`. */
export const WRITER = "writer";
